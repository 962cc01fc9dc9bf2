"""scrape.py METRICS_SERVER: what the example serves and what the plain writer writes is good Prometheus text.

Checked by `promtool check metrics` where that is installed, and always by the strict check here.
"""
import re
import shutil
import subprocess
import sys
import urllib.request

LABEL = r'[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*"'
SAMPLE = re.compile(rf'([a-zA-Z_:][\w:]*)(?:\{{({LABEL}(?:,{LABEL})*)\}})? (\S+)')

KINDS = ("counter", "gauge", "summary")  # the last is the HTTP server's own


def samples_of(text):
    """{(name, labels): value}; fails on whatever the format does not allow."""
    assert text.endswith("\n"), "no newline at the end"
    types, helps, samples, family = {}, set(), {}, None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            name = line.split(" ")[2]
            assert name not in helps, f"a second HELP: {line}"
            helps.add(name)
            continue
        if line.startswith("# TYPE "):
            _, _, family, kind = line.split(" ")
            assert family in helps and family not in types and kind in KINDS, line
            assert (kind == "counter") == family.endswith("_total"), line
            types[family] = kind
            continue
        match = SAMPLE.fullmatch(line)
        assert match, f"not a sample: {line}"
        name, labels, value = match.groups()
        parts = ("", "_sum", "_count") if types[family] == "summary" else ("",)
        assert name in [family + part for part in parts], f"a sample outside of its family: {line}"
        key = (name, labels and ",".join(sorted(re.findall(LABEL, labels))))
        assert key not in samples, f"a sample twice: {line}"
        samples[key] = float(value)
    return samples


def check(title, text):
    samples = samples_of(text)
    own = {key: value for key, value in samples.items() if key[0].startswith("ttlstore_")}
    gets = {outcome: own[("ttlstore_operations_total",
                          f'operation="get",outcome="{outcome}",store="sessions"')] for outcome in ("hit", "miss")}
    assert gets == {"hit": 1, "miss": 1}, gets
    assert own[("ttlstore_operations_total", 'operation="set",outcome="inserted",store="sessions"')] == 2
    assert own[("ttlstore_removals_total", 'cause="expired",store="sessions"')] == 0
    assert own[("ttlstore_operations_per_second", 'operation="get",store="sessions"')] > 0
    by = "our own check"
    if promtool := shutil.which("promtool"):
        run = subprocess.run([promtool, "check", "metrics"], input=text, capture_output=True, text=True, timeout=60)
        assert run.returncode == 0, run.stderr + run.stdout
        by += " and promtool"
    print(f"{title}: {len(own)} samples, right by {by}")


def main():
    server = sys.argv[1]
    check("plain", subprocess.run([server, "--plain"], stdout=subprocess.PIPE, text=True, check=True,
                                  timeout=60).stdout)
    with subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = process.stdout.readline().strip()
            # No proxy of the environment stands between the two.
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(address, timeout=60) as answer:
                assert answer.status == 200, answer.status
                assert answer.headers["Content-Type"].startswith("text/plain"), answer.headers
                check("scraped", answer.read().decode())
        finally:
            process.stdin.close()
        assert process.wait(timeout=60) == 0


main()
