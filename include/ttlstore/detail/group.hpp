/// Group: the control bytes of 15 slots and their overflow counter, compared 16 bytes at once.
///
/// A control byte is 0 for an empty slot, else 8 bits of the key's hash (never 0). The 16th byte counts the entries
/// that belong to this group or an earlier one but had to be stored in a later one: a search for an absent key stops at
/// the first group whose counter is 0. Counting up on insert and down on erase (as in Facebook's F14) is exact, so
/// endless insert and erase leaves no tombstones behind. SSE2, NEON and a portable version; TTLSTORE_FORCE_PORTABLE
/// selects the last.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if !defined(TTLSTORE_FORCE_PORTABLE)
#if defined(__SSE2__) || defined(_M_X64)
#define TTLSTORE_GROUP_SSE2
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define TTLSTORE_GROUP_NEON
#include <arm_neon.h>
#endif
#endif

namespace ttlstore::detail {

inline constexpr std::uint32_t kGroupSlots = 15;

/// The set of a group's slots that matched; iterate with `while (mask) { mask.first(); mask.drop_first(); }`.
class SlotMask {
public:
#if defined(TTLSTORE_GROUP_NEON)
    explicit SlotMask(std::uint64_t nibbles) noexcept : bits_{nibbles & 0x0888'8888'8888'8888} {}
    std::uint32_t first() const noexcept { return static_cast<std::uint32_t>(std::countr_zero(bits_)) / 4; }
#else
    explicit SlotMask(std::uint32_t bits) noexcept : bits_{bits & 0x7fff} {}
    std::uint32_t first() const noexcept { return static_cast<std::uint32_t>(std::countr_zero(bits_)); }
#endif
    explicit operator bool() const noexcept { return bits_ != 0; }
    void drop_first() noexcept { bits_ &= bits_ - 1; }

private:
#if defined(TTLSTORE_GROUP_NEON)
    std::uint64_t bits_;
#else
    std::uint32_t bits_;
#endif
};

struct alignas(16) Group {
    std::uint8_t bytes[16];

    SlotMask match(std::uint32_t byte) const noexcept {
#if defined(TTLSTORE_GROUP_SSE2)
        const __m128i all = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes));
        // Not _mm_set1_epi8: GCC may spill the byte and read a word back, a failed store forwarding that waits for
        // every store in flight and so for the cache misses of the calls before.
        const __m128i four = _mm_cvtsi32_si128(static_cast<int>(0x0101'0101u * byte));
        const __m128i equal = _mm_cmpeq_epi8(all, _mm_shuffle_epi32(four, 0));
        return SlotMask{static_cast<std::uint32_t>(_mm_movemask_epi8(equal))};
#elif defined(TTLSTORE_GROUP_NEON)
        const uint8x16_t equal = vceqq_u8(vld1q_u8(bytes), vdupq_n_u8(static_cast<std::uint8_t>(byte)));
        const uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(equal), 4);
        return SlotMask{vget_lane_u64(vreinterpret_u64_u8(nibbles), 0)};
#else
        return SlotMask{match_half(bytes, byte) | match_half(bytes + 8, byte) << 8};
#endif
    }
    SlotMask match_empty() const noexcept { return match(0); }

    bool overflowed() const noexcept { return bytes[kGroupSlots] != 0; }
    /// A counter that reached its top stays there: searches go on too long, never too short.
    bool count_overflow() noexcept {
        std::uint8_t& counter = bytes[kGroupSlots];
        if (counter != 255) ++counter;
        return counter == 255;
    }
    void uncount_overflow() noexcept {
        std::uint8_t& counter = bytes[kGroupSlots];
        if (counter != 255) --counter;
    }

private:
#if !defined(TTLSTORE_GROUP_SSE2) && !defined(TTLSTORE_GROUP_NEON)
    static std::uint32_t match_half(const std::uint8_t* from, std::uint32_t byte) noexcept {
        constexpr std::uint64_t kLow7 = 0x7f7f'7f7f'7f7f'7f7f;
        std::uint64_t word = 0;
        for (int i = 0; i < 8; ++i)
            word |= static_cast<std::uint64_t>(from[i]) << (8 * i);  // one load on most machines
        const std::uint64_t different = word ^ (0x0101'0101'0101'0101 * byte);
        const std::uint64_t zero =
            ~(((different & kLow7) + kLow7) | different | kLow7);  // 0x80 where the bytes are equal
        return static_cast<std::uint32_t>(((zero >> 7) * 0x0102'0408'1020'4080) >> 56);
    }
#endif
};

/// The control byte of an entry: the hash's low byte, moved off the mark for empty.
constexpr std::uint32_t control_byte(std::uint64_t hash) noexcept {
    const auto byte = static_cast<std::uint32_t>(hash & 0xff);
    return byte + (byte == 0);
}

}  // namespace ttlstore::detail
