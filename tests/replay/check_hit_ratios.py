#!/usr/bin/env python3
"""Replays the traces of hit_ratios.csv without ttl and compares misses per request with the listed figure, to the digit.

    check_hit_ratios.py REPLAY DATA_FOLDER POLICY [NAME_IN_TABLE]

Every capacity of the policy's rows is run; NAME_IN_TABLE is the policy's name there, if it is another one.
"""
import csv
import gzip
import json
import os
import subprocess
import sys


def trace_of(folder, name):
    keys = os.path.join(folder, "traces", name + ".keys.gz")
    if os.path.exists(keys):
        return keys, ["--keys"]
    return os.path.join(folder, "traces", name + ".csv.gz"), ["--csv", "time=time_s,key=key"]


def main():
    replay, folder, policy = sys.argv[1:4]
    name_in_table = sys.argv[4] if len(sys.argv) > 4 else policy
    with open(os.path.join(folder, "hit_ratios.csv"), newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["policy"] == name_in_table]
    if not rows:
        print(f"the table has no policy {name_in_table}", file=sys.stderr)
        return 1

    raw = {}
    wrong = 0
    for row in rows:
        path, how = trace_of(folder, row["trace"])
        if path not in raw:
            with gzip.open(path, "rb") as trace:
                raw[path] = trace.read()
        command = [replay, *how, "--capacity", row["capacity"], "--policy", policy, "--format", "json", "-"]
        report = json.loads(subprocess.run(command, input=raw[path], stdout=subprocess.PIPE, check=True).stdout)
        found = f"{report['misses'] / report['requests']:.4f}"
        same = found == row["misses_per_request"] and report["requests"] == int(row["requests"])
        wrong += not same
        print(f"{row['trace']:>12} {row['capacity']:>6} entries: {found} misses per request, "
              f"table {row['misses_per_request']}{'' if same else '  WRONG'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
