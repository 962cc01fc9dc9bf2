#!/usr/bin/env python3
"""Compares the figures of replay --list-clusters with the published table.

    check_clusters.py REPLAY DATA_FOLDER
"""
import csv
import os
import subprocess
import sys


def figures(row):
    mix = [tuple(part.split(":")) for part in row["ttl_mix_seconds"].split()]
    return (row["key_bytes"], row["value_bytes"], float(row["zipf_alpha"]), row["operation_mix"],
            [(int(seconds), float(share)) for seconds, share in mix])


def main():
    replay, folder = sys.argv[1:3]
    with open(os.path.join(folder, "twitter_workloads.csv"), newline="") as table:
        published = {row["cluster"]: row for row in csv.DictReader(table)}
    listed = subprocess.run([replay, "--list-clusters"], stdout=subprocess.PIPE, check=True, text=True).stdout
    rows = list(csv.DictReader(listed.split("\n\n")[0].splitlines()))
    wrong = 0
    for row in rows:
        if figures(row) != figures(published[row["cluster"]]):
            print(f"{row['cluster']} differs from the published figures", file=sys.stderr)
            wrong += 1
    print(f"{len(rows)} clusters compared")
    return 1 if wrong or len(rows) < 12 else 0


if __name__ == "__main__":
    sys.exit(main())
