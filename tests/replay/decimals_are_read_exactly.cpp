// Time stamps and durations of the replay program: no digit is lost, nothing overflows silently.
#include <stdexcept>
#include <string>

#include "../../examples/replay/durations.hpp"
#include "../../examples/replay/numbers.hpp"
#include "support/catch.hpp"

using replay::Micros;
using replay::NumberError;
using replay::scaled_decimal;

TEST_CASE("a decimal is scaled without rounding", "[replay][numbers]") {
    CHECK(scaled_decimal("0.1", 6).value == 100'000);
    CHECK(scaled_decimal("1700000000.123456", 6).value == 1'700'000'000'123'456);
    CHECK(scaled_decimal("9223372036854775807", 0).value == 9'223'372'036'854'775'807);
    CHECK(scaled_decimal("1.5e3", 0).value == 1'500);
    CHECK(scaled_decimal("25e-1", 1).value == 25);
    CHECK(scaled_decimal(" +7. ", 0).value == 7);
    CHECK(scaled_decimal(".5", 3).value == 500);
    CHECK(scaled_decimal("0e999999999999", 6).value == 0);
    CHECK(scaled_decimal("-0", 0).error == NumberError::none);
}

TEST_CASE("digits below the last whole unit are dropped and said to be", "[replay][numbers]") {
    CHECK(scaled_decimal("1999", -3).value == 1);
    CHECK_FALSE(scaled_decimal("1999", -3).exact);
    CHECK(scaled_decimal("2000", -3).exact);
    CHECK(scaled_decimal("1e-400", 6).value == 0);
    CHECK_FALSE(scaled_decimal("1e-400", 6).exact);
}

TEST_CASE("what is no number or does not fit is refused", "[replay][numbers]") {
    for (const char* text : {"", "-", "+", ".", "e5", "1e", "1e+", "1 2", "1,5", "nan", "inf", "0x1", "--1"}) {
        CAPTURE(text);
        CHECK(scaled_decimal(text, 0).error == NumberError::not_a_number);
    }
    CHECK(scaled_decimal("-3", 0).error == NumberError::negative);
    CHECK(scaled_decimal("9223372036854775808", 0).error == NumberError::too_large);
    CHECK(scaled_decimal("1e99999999999999999999", 0).error == NumberError::too_large);
    CHECK(scaled_decimal(std::string(5'000, '7'), 0).error == NumberError::too_large);
}

TEST_CASE("durations are sums of parts, rounded up to a microsecond", "[replay][durations]") {
    CHECK(replay::parse_duration("30min") == Micros{1'800'000'000});
    CHECK(replay::parse_duration("1h30m") == Micros{5'400'000'000});
    CHECK(replay::parse_duration("1.5h") == Micros{5'400'000'000});
    CHECK(replay::parse_duration("250ms") == Micros{250'000});
    CHECK(replay::parse_duration("1ns") == Micros{1});
    CHECK(replay::parse_duration("2d12h") == Micros{216'000'000'000});
    CHECK(replay::parse_duration("never") == replay::kNever);
    CHECK_THROWS_AS(replay::parse_duration("300000y"), std::invalid_argument);
    CHECK_THROWS_AS(replay::parse_duration("9223372036854775808us"), std::invalid_argument);
    CHECK_THROWS_AS(replay::parse_duration("9223372036854s9223372036854s"), std::invalid_argument);
}

TEST_CASE("a duration is shown in its two leading units", "[replay][durations]") {
    CHECK(replay::format_duration(Micros{0}) == "0 s");
    CHECK(replay::format_duration(Micros{250'000}) == "250 ms");
    CHECK(replay::format_duration(std::chrono::minutes{30}) == "30 min");
    CHECK(replay::format_duration(Micros{298'859'000'000}) == "3 d 11 h");
    CHECK(replay::format_duration(Micros{1'999'999'000}) == "33 min 20 s");
    CHECK(replay::format_duration(Micros{3'599'999'999}) == "1 h");
    CHECK(replay::format_duration(replay::kNever) == "106751991 d 4 h");
}
