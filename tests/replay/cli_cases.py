#!/usr/bin/env python3
"""What replay answers to odd input and odd command lines: exit status, message, counts.

    cli_cases.py REPLAY
"""
import json
import os
import subprocess
import sys
import tempfile

CSV = ["--csv", "time=time_ms,key=key"]
FULL = ["--csv", "time=time_ms,key=key,size=size,ttl=ttl_s"]
HEAD = b"time_ms,key\n"

# Command line, standard input, and a part of the sentence on standard error. Exit status 2.
REFUSED_INPUT = [
    (CSV, HEAD + b"1,a\nx,b\n", "standard input:3: time 'x' is not a number"),
    (CSV, HEAD + b"1,a\n,b\n", "standard input:3: time '' is not a number"),
    (CSV, HEAD + b"nan,a\n", ":2: time 'nan' is not a number"),
    (CSV, HEAD + b"0x10,a\n", ":2: time '0x10' is not a number"),
    (CSV, HEAD + b"1e,a\n", ":2: time '1e' is not a number"),
    (CSV, HEAD + b"1.2.3,a\n", ":2: time '1.2.3' is not a number"),
    (CSV, HEAD + b"-1,a\n", ":2: time '-1' is negative"),
    (CSV, HEAD + b"9223372036854776,a\n", ":2: time '9223372036854776' is too large"),
    (CSV, HEAD + b"1e300,a\n", ":2: time '1e300' is too large"),
    (CSV, HEAD + b"9" * 1000 + b",a\n", "...' is too large"),
    (CSV, HEAD + b"5,a\n4,b\n", ":3: time '4' is before that of the request before it"),
    (CSV, HEAD + b"1\n", ":2: the line has 1 field, column 2 is asked for"),
    (CSV, HEAD + b"1,a,b\n", ":2: the line has 3 fields, the header has 2"),
    (CSV, HEAD + b"1,\n", ":2: the key is empty"),
    (CSV, HEAD + b"\n\r\n1,a\nx,b", ":5: time 'x'"),
    (CSV, HEAD + b'1,"a\n', ":2: a quote is not closed"),
    (CSV, HEAD + b'1,"a"b\n', ":2: text after a closing quote"),
    (CSV, HEAD + b"1,a\0b\n", ":2: the line contains a NUL byte"),
    (CSV, HEAD + b"1," + b"a" * 1_100_000 + b"\n", ":2: the line is longer than 1 MiB"),
    (CSV, HEAD + b"\x1b[2J\xff,a\n", r"time '\x1b[2J\xff' is not a number"),
    (CSV, b"", "standard input: is empty, a header line was expected"),
    (CSV, b"time,key\n1,a\n", ":1: no column is called 'time_ms'; there are 'time', 'key'"),
    (["--csv", "time=time,key=key"], b"time,key\n1,a\n", "the unit of time column 'time' is unknown: add --time-unit"),
    (["--csv", "time=1,key=2"], b"1,a\n", "the unit of time column '1' is unknown"),
    (["--csv", "time=1,key=3", "--time-unit", "s"], b"1,a\n", ":1: the line has 2 fields, column 3 is asked for"),
    (["--csv", "time=time_ms,key=3"], HEAD + b"1,a\n", ":1: there is no column 3, the header has 2"),
    (["--csv", "time=1,key=2", "--time-unit", "s"], b"1,a\n2,b,c\n", ":2: the line has 3 fields, the first line has 2"),
    (["--csv", "key=0"], b"a\n", "there is no column 0, the first one is 1"),
    (FULL, b"time_ms,key,size,ttl_s\n1,a,-5,1\n", ":2: size '-5' is negative"),
    (FULL, b"time_ms,key,size,ttl_s\n1,a,1.5,1\n", ":2: size '1.5' is not a whole number"),
    (FULL, b"time_ms,key,size,ttl_s\n1,a,1,-1\n", ":2: ttl '-1' is negative"),
    (FULL, b"time_ms,key,size,ttl_s\n1,a,1,10q\n", ":2: ttl '10q': unknown unit 'q'"),
    (["--csv", "key=key,op=op"], b"key,op\na,frob\n", ":2: operation 'frob' is unknown"),
    (["--keys"], b"a\nb\0\n", ":2: the line contains a NUL byte"),
    (["--keys"], b"\x1f\x8b\x08\0", "standard input: is compressed with gzip; use: zcat"),
]

# Without input; exit status 2.
REFUSED_USAGE = [
    (["--frob"], "there is no option '--frob'"),
    (["-x"], "there is no option '-x'"),
    (["--ttl"], "--ttl needs a value: DUR"),
    (["--ttl", "0s"], "--ttl: must be longer than nothing"),
    (["--ttl", "-5s"], "--ttl: a number is missing before '-5s'"),
    (["--ttl", "5"], "--ttl: a unit is missing after '5'"),
    (["--ttl", ""], "--ttl: a duration is missing"),
    (["--ttl", "1.2.3s"], "--ttl: '1.2.3' is not a number"),
    (["--ttl", "1parsec"], "--ttl: unknown unit 'parsec'"),
    (["--ttl", "99999999999999999999w"], "--ttl: longer than 292,000 years"),
    (["--idle-ttl=0ms"], "--idle-ttl: must be longer than nothing"),
    (["--capacity", "0"], "--capacity: '0' is not a whole number from 1"),
    (["--capacity", "-1"], "--capacity: '-1' is not a whole number"),
    (["--capacity", "many"], "--capacity: 'many' is not a whole number"),
    (["--capacity", "1e400"], "--capacity: '1e400' is not a whole number"),
    (["--max-weight", "0KiB"], "--max-weight: '0' is not a whole number from 1"),
    (["--max-weight", "5KB"], "--max-weight: '5KB' is not a whole number"),
    (["--sweep-budget", "0"], "--sweep-budget: '0' is not a whole number from 1"),
    (["--sweep-period", "never", "--sweep-budget", "5"], "--sweep-budget with --sweep-period never has no use"),
    (["--index", "psychic"], "--index: 'psychic' is none of ordered, wheel"),
    (["--policy", "fate"], "--policy: 'fate' is none of lru"),
    (["--index", "lazy", "--policy", "soonest"], "--policy: soonest needs an index that knows who is due next"),
    (["--index", "fifo"], "--index fifo: ttlstore: FifoExpiry takes no deadline earlier than one it has"),
    (["--index", "fifo", "--ttl", "1s", "--idle-ttl", "1s"], "--index fifo: ttlstore: this expiry index takes deadlines"),
    (["--format", "xml"], "--format: 'xml' is none of text, json"),
    (["--cluster", "5"], "--cluster: '5' is not a cluster of the table"),
    (["--requests", "0"], "--requests: '0' is not a whole number from 1"),
    (["--rate", "0"], "--rate: '0' is not a whole number from 1"),
    (["--seed", "x"], "--seed: 'x' is not a whole number from 0"),
    (["--no-chart=1"], "--no-chart takes no value"),
    (["--keys"], "an input is missing: a file, or - for standard input"),
    (["--csv", "key=1"], "an input is missing"),
    (["-"], "say how to read the input: --csv time=COLUMN,key=COLUMN or --keys"),
    (["--keys", "--csv", "key=1", "-"], "--csv and --keys exclude each other"),
    (["--keys", "a", "b"], "one input at a time: 'a' and 'b'"),
    (["--csv", "time=1", "-"], "--csv: key=COLUMN is missing"),
    (["--csv", "key", "-"], "--csv: say which column: key=NAME or key=NUMBER"),
    (["--csv", "key=", "-"], "--csv: say which column"),
    (["--csv", "key=1,key=2", "-"], "--csv: key is given twice"),
    (["--csv", "key=1,colour=2", "-"], "--csv: 'colour' is none of time, key, size, ttl, op"),
    (["--csv", "key=1", "--time-unit", "h", "-"], "--time-unit: 'h' is none of ns, us, ms, s"),
    (["--csv", "key=1", "--time-unit", "s", "-"], "--time-unit needs --csv with time=COLUMN"),
    (["--csv", "key=1,time=2", "--rate", "5", "-"], "--rate is for input without time column"),
    (["--csv", "key=1", "--separator", "", "-"], "--separator: '' is not one character"),
    (["--csv", "key=1", "--max-weight", "5", "-"], "--max-weight needs --csv with size=COLUMN"),
    (["--keys", "--header", "-"], "--header needs --csv"),
    (["--keys", "--cluster", "4", "-"], "--cluster is the generator's"),
    (["--keys", "--key-space", "4", "-"], "--key-space is the generator's"),
    (["--keys", "/nonexistent/trace"], "/nonexistent/trace: cannot be read: No such file"),
    (["--keys", "/"], "/: cannot be read: Is a directory"),
    (["--keys", "--", "-dash"], "-dash: cannot be read: No such file"),
]

# Command line, standard input, figures of the JSON report.
ACCEPTED = [
    (["--keys"], b"", {"requests": 0, "hit_ratio": None, "live": 0, "operations": 0}),
    (["--keys"], b"\n\r\n\n", {"requests": 0}),
    (["--keys"], b"a\na\nb", {"requests": 3, "hits": 1, "misses": 2, "live": 2}),
    (["--keys"], b"a\r\na\nb b\r\n", {"requests": 3, "hits": 1, "live": 2}),
    (["--keys"], b"a" * 1_000_000 + b"\n" + b"a" * 1_000_000, {"requests": 2, "hits": 1}),
    (["--keys"], b"\xef\xbb\xbfa\na\n", {"hits": 1}),
    (["--keys", "--requests", "2"], b"a\na\na\n", {"requests": 2}),
    (["--keys", "--skip-bad"], b"a\n\0\na\n" + b"x" * 3_000_000 + b"\na\n", {"requests": 3, "malformed_lines": 2}),
    (["--keys", "--rate", "2"], b"a\na\na\n", {"virtual_us": 1_000_000}),
    (["--keys", "--rate", "2", "--ttl", "500ms"], b"a\na\na\n", {"hits": 0, "misses": 3, "expired_lazily": 2}),
    (["--keys", "--rate", "2", "--ttl", "500.001ms"], b"a\na\na\n", {"hits": 1, "expired_lazily": 1}),
    (["--keys", "--rate", "2", "--ttl", "never", "--idle-ttl=1s"], b"a\na\na\n", {"hits": 2, "expired_lazily": 0}),
    (["--keys", "--capacity", "1"], b"a\nb\na\n", {"hits": 0, "evicted": 2, "stored": 1}),
    (["--keys", "--capacity", "1", "--policy", "none"], b"a\nb\na\n", {"hits": 1, "rejected": 1, "evicted": 0}),
    (["--keys", "--capacity", "none"], b"a\nb\na\n", {"hits": 1}),
    (["--keys", "--rate", "2", "--ttl", "500ms", "--index", "heap"], b"a\na\na\n", {"hits": 0, "expired_lazily": 2}),
    (["--keys", "--rate", "2", "--ttl", "500ms", "--index", "fifo"], b"a\na\na\n", {"hits": 0, "expired_lazily": 2}),
    (["--keys", "--rate", "2", "--ttl", "500ms", "--index", "lazy"], b"a\na\na\n", {"hits": 0, "expired_lazily": 2}),
    (["--keys", "--rate", "2", "--ttl", "9s", "--idle-ttl", "1s", "--index", "lazy"], b"a\na\na\n", {"hits": 2}),
    (CSV, HEAD, {"requests": 0}),
    (CSV, b"time_ms,key", {"requests": 0}),
    (CSV, HEAD + b"1,a\r\n\n1.5,a\r\n2e0,b", {"requests": 3, "hits": 1, "virtual_us": 1000}),
    (CSV, b'"time_ms","key"\n1,a\n', {"requests": 1}),
    (CSV, b"time_ms, key\n 1,a\n", {"requests": 1}),
    (CSV, b'x,key,time_ms\n0,"a,b",1\n0,"a,b",2\n0,"a""b",3\n"",c,4\n', {"requests": 4, "hits": 1, "live": 3}),
    (CSV + ["--skip-bad"], HEAD + b"1,a\nx,b\n0,c\n2\n3,a\n", {"requests": 2, "hits": 1, "malformed_lines": 3}),
    (["--csv", "time=1,key=2", "--time-unit", "ns"], b"1000,a\n3000,a\n", {"virtual_us": 2}),
    (["--csv", "time=1,key=2", "--header", "--time-unit", "us"], b"when,who\n1,a\n2,a\n", {"requests": 2}),
    (["--csv", "time=t_ms,key=k", "--time-unit", "s"], b"t_ms,k\n1,a\n2,a\n", {"virtual_us": 1_000_000}),
    (["--csv", "time=t_s,key=k", "--separator", "tab"], b"t_s\tk\n1\ta\n2\ta\n", {"virtual_us": 1_000_000}),
    (CSV, HEAD + b"9223372036854775.807,a\n9223372036854775.807,a\n", {"requests": 2, "hits": 1}),
    (CSV + ["--ttl", "1s", "--sweep-period", "1ms"], HEAD + b"0,a\n9000000000000000,b\n",
     {"swept": 1, "sweeps": 2, "live": 1}),
    (CSV + ["--ttl", "10ms", "--sweep-period", "5ms", "--sweep-budget", "1"], HEAD + b"0,a\n0,b\n0,c\n15,d\n21,e\n",
     {"swept": 3, "stored": 2}),
    (FULL, b"time_ms,key,size,ttl_s\n0,a,7,1\n999,a,7,1\n1000,a,7,1\n1500,b,9,\n", {"hits": 1, "live_value_bytes": 16}),
    (FULL + ["--ttl", "5ms"], b"time_ms,key,size,ttl_s\n0,a,1,0\n0,b,1,2ms\n0,c,1,never\n4,d,1,\n5,c,1,\n",
     {"hits": 1, "live": 2, "stored": 4}),
    (FULL + ["--max-weight", "10"], b"time_ms,key,size,ttl_s\n0,a,6,\n1,b,6,\n2,c,11,\n3,b,6,\n",
     {"hits": 1, "evicted": 1, "rejected": 1, "live_value_bytes": 6}),
    (["--csv", "key=key,op=op"], b"key,op\na,add\na,add\na,get\na,incr\na,delete\na,incr\na,gets\na,cas\n",
     {"requests": 8, "hits": 1, "misses": 1, "inserted": 2, "replaced": 1, "erased": 1}),
]

failures = []


def check(right, what, details):
    if not right:
        failures.append(what)
        print(f"WRONG: {what}\n    {details}", file=sys.stderr)


def run(replay, arguments, raw=b"", stdout=subprocess.PIPE):
    # One locale, so that system messages and the chart are the same everywhere.
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    return subprocess.run([replay, *arguments], input=raw, stdout=stdout, stderr=subprocess.PIPE, env=environment)


def main():
    replay = sys.argv[1]
    for arguments, raw, sentence in REFUSED_INPUT:
        done = run(replay, [*arguments, "-"], raw)
        check(done.returncode == 2 and sentence.encode() in done.stderr and done.stdout == b"",
              f"{' '.join(arguments)} with {raw[:60]!r}", (done.returncode, done.stderr))
    for arguments, sentence in REFUSED_USAGE:
        done = run(replay, arguments)
        check(done.returncode == 2 and sentence.encode() in done.stderr and done.stdout == b"",
              " ".join(arguments), (done.returncode, done.stderr))
    for arguments, raw, figures in ACCEPTED:
        done = run(replay, [*arguments, "--format", "json", "-"], raw)
        what = f"{' '.join(arguments)} with {raw[:60]!r}"
        check(done.returncode == 0 and done.stderr == b"", what, (done.returncode, done.stderr))
        report = json.loads(done.stdout or b"{}")
        for name, value in figures.items():
            check(report.get(name, "missing") == value, what, f"{name}: {report.get(name)} instead of {value}")
        as_text = run(replay, [*arguments, "-"], raw)
        check(as_text.returncode == 0 and as_text.stderr == b"", what + " as text", as_text.stderr)

    with tempfile.NamedTemporaryFile() as trace:
        trace.write(b"a\na\n" * 5_000)
        trace.flush()
        report = json.loads(run(replay, ["--keys", "--format=json", trace.name]).stdout)
        check(report["requests"] == 10_000, "a file by name", report)

    skipped = run(replay, [*CSV, "--skip-bad", "-"], HEAD + b"1,a\nx,b\ny,b\n").stdout
    check(b"malformed lines" in skipped and b"line 3: time 'x' is not a number" in skipped, "the skipped are reported",
          skipped)
    generator = ["--requests", "20000", "--key-space", "500"]
    blocks = run(replay, generator).stdout
    ascii_chart = run(replay, [*generator, "--ascii"]).stdout
    no_chart = run(replay, [*generator, "--no-chart"]).stdout
    check("█".encode() in blocks and all(byte < 128 for byte in ascii_chart) and b"100 %" in ascii_chart, "charts", blocks)
    check(b"100 %" not in no_chart and b"hit ratio over" not in no_chart, "--no-chart", no_chart)
    with open(os.path.join(os.path.dirname(__file__), "expected", "help.txt"), "rb") as expected:
        help_text = run(replay, ["--help"])
        check(help_text.returncode == 0 and help_text.stdout == expected.read(), "--help", help_text.stdout.decode())
    with open(os.path.join(os.path.dirname(__file__), "expected", "generated.json"), "rb") as expected:
        for case in json.load(expected):
            report = json.loads(run(replay, [*case["arguments"].split(), "--format", "json"]).stdout)
            counts = {name: report.get(name) for name in case["counts"]}
            check(counts == case["counts"], "generated: " + case["arguments"], counts)
    for text in (blocks, ascii_chart, no_chart, run(replay, ["--help"]).stdout):
        wide = [line for line in text.decode().splitlines() if len(line) > 80]
        check(not wide, "80 columns are enough", wide)

    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            done = run(replay, ["--requests", "1000"], stdout=full)
        check(done.returncode == 1 and b"the report cannot be written: No space left" in done.stderr, "a full disk",
              (done.returncode, done.stderr))

    total = len(REFUSED_INPUT) + len(REFUSED_USAGE) + len(ACCEPTED)
    print(f"{total} cases and more, {len(failures)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
