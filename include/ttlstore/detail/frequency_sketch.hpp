/// FrequencySketch: how often a hash has been seen lately, about, in 8 bytes an entry.
///
/// A count-min sketch of 4-bit counters behind a doorkeeper (Einziger, Friedman, Manes, "TinyLFU", ACM ToS 2017). The
/// doorkeeper is a Bloom filter that takes a hash's first time, so that what comes once never reaches a counter; every
/// further time raises four counters, one in each row, up to 15. The estimate is the lowest of the four, one more if
/// the doorkeeper knows the hash. Hashes that share counters make an estimate too high, never too low.
///
/// Aging: after kSample records an entry all counters are halved and the doorkeeper is emptied, so that yesterday's
/// favourites give way. The pass goes on by kBlocksAtOnce with each record, so no single record pays for all.
///
/// All bits of a hash lie in one block of 64 bytes, a cache line: six words of counters, two of doorkeeper. The block
/// is chosen by a multiplication, so any number of them will do. A sketch that grows takes a multiple of its blocks, and
/// each block becomes that many copies: nothing is forgotten.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace ttlstore::detail {

template <class Allocator = std::allocator<std::byte>>
class FrequencySketch {
    using Word = std::uint64_t;
    using Words = std::vector<Word, typename std::allocator_traits<Allocator>::template rebind_alloc<Word>>;

public:
    static constexpr unsigned kMostCounted = 15;
    static constexpr unsigned kMost = kMostCounted + 1;  // with the doorkeeper's one
    /// A short memory forgets the middling keys, a long one follows changes late. Measured on traces: 10 is too short
    /// (the first time of every key is lost at each aging), from 16 on it is flat to about 24.
    static constexpr std::size_t kSample = 18;
    static constexpr std::size_t kBlocksAtOnce = 16;

    explicit FrequencySketch(const Allocator& allocator = Allocator{})
        : words_(typename Words::allocator_type{allocator}) {}

    /// Counters for so many entries; never fewer than before. Throws what allocation throws, then nothing changed.
    void reserve(std::size_t entries) {
        const std::size_t needed = std::max(entries / kEntriesInBlock + 1, kFewestBlocks);
        if (needed <= blocks_) return;
        const std::size_t copies = blocks_ == 0 ? 1 : (needed + blocks_ - 1) / blocks_;
        const std::size_t blocks = blocks_ == 0 ? needed : blocks_ * copies;
        Words words(blocks * kBlockWords + kBlockWords - 1, 0, words_.get_allocator());
        const std::size_t first = first_word(words);
        for (std::size_t block = 0; block < blocks && blocks_ != 0; ++block) {
            std::copy_n(&words_[first_ + block / copies * kBlockWords], kBlockWords,
                        &words[first + block * kBlockWords]);
        }
        words_.swap(words);
        first_ = first;
        aged_ = blocks_ == 0 ? blocks : aged_ * copies;
        blocks_ = blocks;
    }
    /// How many entries compete; the sample is so many times kSample.
    void set_entries(std::size_t entries) noexcept {
        constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max() / kSample;
        sample_ = std::max<std::size_t>(std::min(entries, kLargest), 1) * kSample;
    }

    void record(std::uint32_t hash) noexcept {
        if (blocks_ == 0) return;
        Word* const block = block_of(hash);
        // Without branches: what is in the block is seldom foreseen, and the processor need not wait for it to go on.
        const Word known = knows(block, hash) ? 1 : 0;
        for (const unsigned bit : bits_of(hash)) block[bit / 64] |= Word{1} << bit % 64;
        for (const unsigned counter : counters_of(hash)) {
            Word& word = block[counter / kCountersInWord];
            const unsigned shift = counter % kCountersInWord * 4;
            const Word full = (word >> shift & 15U) == kMostCounted ? 1 : 0;
            word += (known & ~full) << shift;
        }
        if (aged_ < blocks_) age_some();
        if (++records_ >= sample_ && aged_ == blocks_) {
            records_ = sample_ / 2;
            aged_ = 0;
        }
    }

    /// From 0 to kMost.
    unsigned estimate(std::uint32_t hash) const noexcept {
        if (blocks_ == 0) return 0;
        const Word* const block = block_of(hash);
        unsigned lowest = kMostCounted;
        for (const unsigned counter : counters_of(hash)) {
            const Word word = block[counter / kCountersInWord] >> counter % kCountersInWord * 4;
            lowest = std::min(lowest, static_cast<unsigned>(word & 15U));
        }
        return lowest + (knows(block, hash) ? 1 : 0);
    }

    /// Forgets every hash; the memory stays.
    void clear() noexcept {
        std::fill(words_.begin(), words_.end(), Word{0});
        records_ = 0;
        aged_ = blocks_;
    }
    std::size_t bytes() const noexcept { return words_.capacity() * sizeof(Word); }

private:
    static constexpr std::size_t kBlockWords = 8;
    static constexpr std::size_t kCounterWords = 6;  // the other two are the doorkeeper
    static constexpr unsigned kCountersInWord = 16;
    static constexpr unsigned kRows = 4;
    static constexpr unsigned kRowLength = kCounterWords * kCountersInWord / kRows;
    static constexpr std::size_t kEntriesInBlock = 8;
    /// 4 KB: where few entries compete, a collision misjudges a large share of them.
    static constexpr std::size_t kFewestBlocks = 64;

    /// A whole block never straddles two cache lines.
    static std::size_t first_word(const Words& words) noexcept {
        const auto address = reinterpret_cast<std::uintptr_t>(words.data());
        constexpr std::uintptr_t kLine = kBlockWords * sizeof(Word);
        return static_cast<std::size_t>((kLine - address % kLine) % kLine / sizeof(Word));
    }
    std::size_t block_at(std::uint32_t hash) const noexcept {
        return first_ + static_cast<std::size_t>(std::uint64_t{hash} * blocks_ >> 32) * kBlockWords;
    }
    Word* block_of(std::uint32_t hash) noexcept { return words_.data() + block_at(hash); }
    const Word* block_of(std::uint32_t hash) const noexcept { return words_.data() + block_at(hash); }

    // The high bits of a hash have chosen the block, so those of its products choose within.

    static std::array<unsigned, kRows> counters_of(std::uint32_t hash) noexcept {
        Word mixed = hash * Word{0x9e37'79b9'7f4a'7c15};
        mixed = (mixed ^ mixed >> 29) * Word{0xbf58'476d'1ce4'e5b9};
        std::array<unsigned, kRows> counters{};
        for (unsigned row = 0; row < kRows; ++row) {
            const auto sixteen = static_cast<unsigned>(mixed >> row * 16 & 0xffffU);
            counters[row] = row * kRowLength + (sixteen * kRowLength >> 16);
        }
        return counters;
    }
    static std::array<unsigned, 2> bits_of(std::uint32_t hash) noexcept {
        const Word mixed = hash * Word{0xc4ce'b9fe'1a85'ec53};
        constexpr unsigned kFirst = kCounterWords * 64;
        return {kFirst + static_cast<unsigned>(mixed >> 57 & 127U), kFirst + static_cast<unsigned>(mixed >> 50 & 127U)};
    }
    static bool knows(const Word* block, std::uint32_t hash) noexcept {
        const auto [one, other] = bits_of(hash);
        return (block[one / 64] >> one % 64 & block[other / 64] >> other % 64 & 1U) != 0;
    }

    void age_some() noexcept {
        const std::size_t end = std::min(aged_ + kBlocksAtOnce, blocks_);
        for (; aged_ < end; ++aged_) {
            Word* const block = words_.data() + first_ + aged_ * kBlockWords;
            for (std::size_t i = 0; i < kCounterWords; ++i) block[i] = block[i] >> 1 & Word{0x7777'7777'7777'7777};
            for (std::size_t i = kCounterWords; i < kBlockWords; ++i) block[i] = 0;
        }
    }

    Words words_;
    std::size_t first_ = 0;  // the word of words_ at which a cache line begins
    std::size_t blocks_ = 0;
    std::size_t records_ = 0;
    std::size_t sample_ = kSample;
    std::size_t aged_ = 0;  // blocks below have been aged in this pass; as many as there are blocks between passes
};

}  // namespace ttlstore::detail
