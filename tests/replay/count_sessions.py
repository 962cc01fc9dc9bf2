#!/usr/bin/env python3
"""Counts a trace's hits, misses and deaths independently of ttlstore, and compares with replay's report.

A model too simple to be wrong: a dictionary, searched from end to end whenever somebody has to go. Without options it is
the README's session count: key = client, a session dies 30 minutes after its last request.

    count_sessions.py TRACE.csv.gz [--replay build/demo/examples/replay] [--key client] [--ttl MS] [--idle-ttl MS] ...

prints the counts; with --replay it runs replay on the same trace and fails if one figure differs.
"""
import argparse
import csv
import gzip
import io
import json
import subprocess
import sys


class Entry:
    def __init__(self, size, own_deadline):
        self.size = size
        self.own_deadline = own_deadline
        self.deadline = None
        self.scheduled = 0  # order in which deadlines were given out
        self.used = 0       # order of accesses


class Model:
    def __init__(self, options):
        self.options = options
        self.entries = {}
        self.steps = 0
        self.counts = dict.fromkeys(
            ["requests", "hits", "misses", "inserted", "expired_lazily", "swept", "expired_for_room", "evicted",
             "rejected", "live", "live_value_bytes", "stored"], 0)

    def dead(self, entry, now):
        return entry.deadline is not None and now >= entry.deadline

    def access(self, entry, now):
        self.steps += 1
        entry.used = self.steps
        idle = None if self.options.idle_ttl is None else now + self.options.idle_ttl
        limits = [limit for limit in (entry.own_deadline, idle) if limit is not None]
        deadline = min(limits) if limits else None
        if deadline != entry.deadline:
            entry.deadline = deadline
            entry.scheduled = self.steps

    def earliest_dead(self, now):
        dead = [(e.deadline, e.scheduled, key) for key, e in self.entries.items() if self.dead(e, now)]
        return min(dead)[2] if dead else None

    def victim(self):
        if self.options.policy == "none":
            return None
        if self.options.policy == "soonest":
            due = [(e.deadline, e.scheduled, key) for key, e in self.entries.items() if e.deadline is not None]
            return min(due)[2]
        return min((e.used, key) for key, e in self.entries.items())[1]

    def full(self, size):
        o = self.options
        if o.capacity is not None and len(self.entries) >= o.capacity:
            return True
        return o.max_weight is not None and sum(e.size for e in self.entries.values()) + size > o.max_weight

    def get(self, key, size, now):
        self.counts["requests"] += 1
        entry = self.entries.get(key)
        if entry is not None and self.dead(entry, now):
            self.counts["expired_lazily"] += 1
            del self.entries[key]
            entry = None
        if entry is not None:
            self.counts["hits"] += 1
            self.access(entry, now)
            return
        self.counts["misses"] += 1
        if self.options.max_weight is not None and size > self.options.max_weight:
            self.counts["rejected"] += 1
            return
        while self.full(size):
            dead = self.earliest_dead(now)
            leaving = dead if dead is not None else self.victim()
            if leaving is None:
                self.counts["rejected"] += 1
                return
            self.counts["expired_for_room" if dead is not None else "evicted"] += 1
            del self.entries[leaving]
        entry = Entry(size, None if self.options.ttl is None else now + self.options.ttl)
        self.entries[key] = entry
        self.access(entry, now)
        self.counts["inserted"] += 1

    def sweep(self, now):
        for _ in range(self.options.sweep_budget):
            dead = self.earliest_dead(now)
            if dead is None:
                return
            self.counts["swept"] += 1
            del self.entries[dead]

    def finish(self, now):
        living = [e for e in self.entries.values() if not self.dead(e, now)]
        self.counts["live"] = len(living)
        self.counts["live_value_bytes"] = sum(e.size for e in living)
        self.counts["stored"] = len(self.entries)
        return self.counts


def count(text, options):
    model = Model(options)
    next_sweep = None
    now = 0
    for row in csv.DictReader(io.StringIO(text)):
        now = int(row["time_ms"])
        if options.sweep_period is not None:
            if next_sweep is None:
                next_sweep = now + options.sweep_period
            while next_sweep <= now:
                model.sweep(next_sweep)
                next_sweep += options.sweep_period
        model.get(row[options.key], int(row["bytes"]) if options.size else 1, now)
    return model.finish(now)


def replay_command(options):
    columns = "time=time_ms,key=" + options.key + (",size=bytes" if options.size else "")
    command = [options.replay, "--csv", columns, "--format", "json", "--policy", options.policy]
    for name in ("ttl", "idle_ttl", "sweep_period"):
        if getattr(options, name) is not None:
            command += ["--" + name.replace("_", "-"), f"{getattr(options, name)}ms"]
    for name in ("capacity", "max_weight"):
        if getattr(options, name) is not None:
            command += ["--" + name.replace("_", "-"), str(getattr(options, name))]
    if options.sweep_period is not None:
        command += ["--sweep-budget", str(options.sweep_budget)]
    return command + ["-"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trace")
    parser.add_argument("--replay", help="the program to compare with")
    parser.add_argument("--key", default="client")
    parser.add_argument("--size", action="store_true", help="entries weigh their column bytes")
    parser.add_argument("--ttl", type=int, help="ms")
    parser.add_argument("--idle-ttl", type=int, help="ms (default: 30 minutes if no ttl is given)")
    parser.add_argument("--capacity", type=int)
    parser.add_argument("--max-weight", type=int)
    parser.add_argument("--sweep-period", type=int, help="ms")
    parser.add_argument("--sweep-budget", type=int, default=100)
    parser.add_argument("--policy", default="lru", choices=["lru", "soonest", "none"])
    options = parser.parse_args()
    if options.ttl is None and options.idle_ttl is None:
        options.idle_ttl = 30 * 60 * 1000

    with gzip.open(options.trace, "rb") as trace:
        raw = trace.read()
    counted = count(raw.decode(), options)
    print(json.dumps(counted))
    if options.replay is None:
        return 0

    run = subprocess.run(replay_command(options), input=raw, stdout=subprocess.PIPE, check=True)
    replayed = json.loads(run.stdout)
    wrong = {name: (number, replayed[name]) for name, number in counted.items() if replayed[name] != number}
    for name, (number, other) in wrong.items():
        print(f"{name}: counted {number}, replay says {other}", file=sys.stderr)
    if sum(lookups for lookups, _ in replayed["lookups_and_hits_over_time"]) != counted["requests"] or \
            sum(hits for _, hits in replayed["lookups_and_hits_over_time"]) != counted["hits"]:
        print("the parts over time do not add up to the whole", file=sys.stderr)
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
