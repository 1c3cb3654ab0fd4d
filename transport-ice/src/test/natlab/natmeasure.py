#!/usr/bin/env python3
"""What docs/INTERNET.md says under "Paths measured", made again: in the lab of natlab.py, with 25 ms of delay each way.

    natmeasure.py JAVA CLASSPATH FOLDER

Prints a table. Times are of this machine: on a busy one they are upper bounds.
"""
import os
import signal
import sys

import natlab
import natmatch

DELAY_MS = 25
CONNECTS, PINGS = 40, 600
MOVES = 3
LIMIT_SECONDS = 300
# From natlab.build: the first addresses are those of side a, the first of each side that of "none".
PUBLIC = ["203.0.113.11", "203.0.113.20"]


def meter(pair, java, classpath, folder, *what):
    """What two hosts say, of each."""
    box = f"{folder}/{what[0]}-{pair}"
    os.makedirs(box)
    players = []
    for seat, host in enumerate(pair.split("+")):
        with open(f"{box}/log-{seat}", "w") as log:
            players.append(natlab.start(host, [java, "-XX:+UseSerialGC", "-cp", classpath,
                                               "io.lockstep.transport.ice.LabMeter", str(seat), box, natlab.SERVER,
                                               *map(str, what), PUBLIC[1 - seat]], log, box))
    for player in players:
        player.wait(LIMIT_SECONDS)
        natlab.children.remove(player)
    return [natmatch.lines(box, seat) for seat in (0, 1)]


def connect(pair, *lab):
    """Of each connect the later of the two ends."""
    ends = [[int(line.split()[1]) for line in said if line.startswith("connect ")] for said in
            meter(pair, *lab, "connect", CONNECTS)]
    times = sorted(map(max, *ends))
    return f"p50 {times[len(times) // 2]} ms, p90 {times[len(times) * 9 // 10]} ms of {len(times)}"


def requests(folder):
    """What the relay was asked for since it was started."""
    with open(f"{folder}/turnserver.log") as log:
        return sum("incoming packet" in line and "processed" in line for line in log)


def row(what, figure, wanted):
    print(f"| {what} | {figure} | {wanted} |", flush=True)


def measure(java, classpath, folder):
    lab = (java, classpath, folder)
    print("| what, at a round trip of 50 ms | figure | wanted |\n|---|---|---|")
    row("warm connect, direct (port-restricted cones)", connect("a-port+b-port", *lab), "p90 ≤ 600 ms")
    row("warm connect, through the relay (symmetric)", connect("a-sym+b-sym", *lab), "p90 ≤ 1500 ms")
    before = requests(folder)
    said = natlab.play("a-sym+b-cgnsym", *lab)
    row("requests to TURN servers of a relayed link, both ends, private peers denied",
        f"{requests(folder) - before} ({said.split()[1]})", "≤ 20")
    gaps = []
    for i in range(MOVES):
        os.makedirs(f"{folder}/move-{i}")
        gaps.append(natlab.play("move+b-port", java, classpath, f"{folder}/move-{i}").split())
        natlab.move_back()
    equal = all(gap[3] == gap[4] for gap in gaps)
    row("longest time without a frame, Wi-Fi to LTE", f"{', '.join(gap[5] for gap in gaps)} ms, states "
        + ("equal" if equal else "DIFFER"), "≤ 3000 ms")
    way, plain = [line for line in meter("a-none+b-none", *lab, "ping", PINGS)[0] if "p99" in line]
    row("round trip of 60 B by a direct way, after 100 of each that are not counted", way[4:], "p99 ≤ 1 ms above")
    row("the same by a plain socket, in turn", plain[6:], "")
    ends = natmatch.play("udp-8-warm", *lab)
    box = f"{folder}/udp-8-warm"
    first = max(int(natmatch.last(box, i, "first")[1]) for i in range(8))
    row("8 players, from the code to the first frame of the last, in a second match", f"{first} ms"
        + ("" if len({end[1] for end in ends}) == 1 else ", states DIFFER"), "≤ 3000 ms")
    threads = [natmatch.last(box, i, "threads")[1:] for i in range(8)]
    row("threads with 8 players, at the most of all, JVM included", max(int(one[0]) for one in threads), "≤ 64")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    natlab.needs()
    java, classpath, folder = sys.argv[1:]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    natlab.delay_ms = DELAY_MS
    try:
        natlab.clean_after_the_dead()
        natlab.build()
        natlab.children.append(natlab.Internet())
        natlab.turnserver(folder)
        os.makedirs(f"{folder}/lobby")
        natmatch.servers(java, classpath, f"{folder}/lobby")
        measure(java, classpath, folder)
    finally:
        natlab.clean()


if __name__ == "__main__":
    main()
