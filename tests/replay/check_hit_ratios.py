#!/usr/bin/env python3
"""Replays the traces of hit_ratios.csv without ttl and compares misses per request with the listed figure, to the digit.

    check_hit_ratios.py REPLAY DATA_FOLDER POLICY [NAME_IN_TABLE] [--at-most WORSE]

Every capacity of the policy's rows is run; NAME_IN_TABLE is the policy's name there, if it is another one. With
--at-most a figure may also be lower, or higher by so much.
"""
import argparse
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
    parser = argparse.ArgumentParser()
    parser.add_argument("replay")
    parser.add_argument("folder")
    parser.add_argument("policy")
    parser.add_argument("name_in_table", nargs="?")
    parser.add_argument("--at-most", type=float)
    arguments = parser.parse_args()
    replay, folder, policy = arguments.replay, arguments.folder, arguments.policy
    name_in_table = arguments.name_in_table or policy
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
        listed = row["misses_per_request"]
        close = arguments.at_most is not None and float(found) <= float(listed) + arguments.at_most
        same = (found == listed or close) and report["requests"] == int(row["requests"])
        wrong += not same
        print(f"{row['trace']:>12} {row['capacity']:>6} entries: {found} misses per request, "
              f"table {listed}{'' if same else '  WRONG'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
