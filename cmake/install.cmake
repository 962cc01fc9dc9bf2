# Install rules: the headers, a CMake package and a pkg-config file, all of which may be moved as one.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(_ttlstore_package_dir "${CMAKE_INSTALL_DATADIR}/cmake/ttlstore")
set(_ttlstore_pc_dir "${CMAKE_INSTALL_DATADIR}/pkgconfig")

install(TARGETS ttlstore EXPORT ttlstoreTargets
        FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILE_SET with_prometheus DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT ttlstoreTargets NAMESPACE ttlstore:: DESTINATION "${_ttlstore_package_dir}")

configure_package_config_file(cmake/ttlstoreConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/ttlstoreConfig.cmake"
                              INSTALL_DESTINATION "${_ttlstore_package_dir}")
# Before 1.0 a minor version may change the interface, so 0.2 does not stand in for 0.1.
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(_ttlstore_compatibility SameMinorVersion)
else()
    set(_ttlstore_compatibility SameMajorVersion)
endif()
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/ttlstoreConfigVersion.cmake"
                                 COMPATIBILITY ${_ttlstore_compatibility} ARCH_INDEPENDENT)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/ttlstoreConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/ttlstoreConfigVersion.cmake"
        DESTINATION "${_ttlstore_package_dir}")

# An absolute include directory stays as it is; a relative one is found from the .pc file itself.
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}" OR IS_ABSOLUTE "${_ttlstore_pc_dir}")
    set(TTLSTORE_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
    set(TTLSTORE_PC_INCLUDEDIR "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
    file(RELATIVE_PATH _ttlstore_up "/prefix/${_ttlstore_pc_dir}" "/prefix")
    string(REGEX REPLACE "/$" "" _ttlstore_up "${_ttlstore_up}")
    set(TTLSTORE_PC_PREFIX "\${pcfiledir}/${_ttlstore_up}")
    set(TTLSTORE_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/ttlstore.pc.in "${CMAKE_CURRENT_BINARY_DIR}/ttlstore.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/ttlstore.pc" DESTINATION "${_ttlstore_pc_dir}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/ttlstore")
