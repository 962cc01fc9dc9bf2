// The failure of a comparison between a store and the model, and how the two values are shown.
#pragma once

#include <optional>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace model_test {

/// A store that differs from the model.
struct Mismatch : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T>
std::string show(const T& value) {
    if constexpr (requires(std::ostream & out) { out << value; }) {
        std::ostringstream out;
        out << value;
        return out.str();
    } else {
        return std::to_string(static_cast<int>(value));  // enumerations
    }
}
template <class T>
std::string show(const std::optional<T>& value) {
    return value ? show(*value) : "nothing";
}

template <class A, class B>
void require_equal(const char* what, const A& of_store, const B& of_model) {
    if (of_store == of_model) return;
    throw Mismatch{std::string{what} + ": store says " + show(of_store) + ", model says " + show(of_model)};
}
inline void require(bool condition, const char* what) {
    if (!condition) throw Mismatch{what};
}

}  // namespace model_test
