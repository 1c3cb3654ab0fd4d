#!/usr/bin/env python3
"""Whole matches by a code behind mixed NATs, in the lab of natlab.py: a lobby and a relay with a public address, and a
JVM for each player, over plain UDP and over Aeron, with keys.

    natmatch.py (all | NAME ...) JAVA CLASSPATH FOLDER

A NAME is TRANSPORT-PLAYERS or TRANSPORT-PLAYERS-back, where the last player is killed in mid-match, stays away until it
is missed, and comes back by its ticket, or TRANSPORT-PLAYERS-warm, the second match of the same processes. Prints a line for each, "MATCH NAME END ...", an END for each player: how it
ended, at which frame, and the state. Ends with 0; with 77 and one line where there can be no lab.
"""
import os
import signal
import sys
import time

import natlab

NAMES = [f"{transport}-{rest}" for transport in ("udp", "aeron") for rest in ("2", "4", "8", "2-back", "4-back")]
HOSTS = ["a-port", "b-sym", "a-cgn", "b-addr", "a-full", "b-port", "a-sym", "b-cgn"]
LOBBY_PORT, RELAY_PORT, SECRET = 7707, 3479, "lab"
FRAMES, LONG_FRAMES = 300, 1500
KILL_FRAME = 120
AWAY_SECONDS = 7            # longer than LabPlayer waits for who is silent
READY_SECONDS, MATCH_SECONDS = 60, 120
WARM_SECONDS = 1.0          # and more for each player: a second of CPU each, and two cores


def lines(box, name):
    try:
        with open(f"{box}/log-{name}") as log:
            return log.read().splitlines()
    except FileNotFoundError:
        return []


def last(box, name, word):
    found = [line.split() for line in lines(box, name) if line.startswith(word + " ") or line == word]
    return found[-1] if found else None


def until(seconds, condition):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def servers(java, classpath, folder):
    with open(f"{folder}/lobby.log", "w") as log:
        natlab.start("srv", [java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classpath,
                             "io.lockstep.transport.ice.match.LabLobby", natlab.SERVER, str(LOBBY_PORT),
                             str(RELAY_PORT), SECRET], log, folder)
    natlab.turnserver(folder, RELAY_PORT, ["--use-auth-secret", f"--static-auth-secret={SECRET}"])
    if not until(READY_SECONDS, lambda: "listens" in open(f"{folder}/lobby.log").read()):
        raise RuntimeError("the lobby does not listen: " + open(f"{folder}/lobby.log").read())


def player(role, number, host, box, transport, seats, frames, java, classpath):
    with open(f"{box}/log-{number}", "a") as log:
        return natlab.start(host, [java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--add-exports",
                                   "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", classpath,
                                   "io.lockstep.transport.ice.match.LabPlayer", role, str(number), box,
                                   f"http://{natlab.SERVER}:{LOBBY_PORT}", transport, str(seats), *map(str, frames)],
                            log, box)


def play(name, java, classpath, folder):
    """How it has ended, of each player."""
    transport, seats, *how = name.split("-")
    seats, back = int(seats), how == ["back"]
    frames = [LONG_FRAMES] if back else [FRAMES, FRAMES] if how == ["warm"] else [FRAMES]
    box = f"{folder}/{name}"
    os.makedirs(box)
    common = (box, transport, seats, frames, java, classpath)
    players = [player("join" if i else "host", i, HOSTS[i], *common) for i in range(seats)]
    until(READY_SECONDS, lambda: all(last(box, i, "ready") for i in range(seats)))
    time.sleep(WARM_SECONDS * (1 + seats))
    with open(f"{box}/go", "w") as go:
        go.write("go")
    if back:
        victim = seats - 1
        until(READY_SECONDS, lambda: last(box, victim, "frame") and int(last(box, victim, "frame")[1]) >= KILL_FRAME)
        players[victim].kill()
        players[victim].wait()
        natlab.children.remove(players[victim])
        time.sleep(AWAY_SECONDS)
        players[victim] = player("rejoin", victim, HOSTS[victim], *common)
    until(MATCH_SECONDS, lambda: all(one.poll() is not None for one in players))
    for one in players:
        one.kill()
        one.wait()
        natlab.children.remove(one)
    return [(last(box, i, "END") or ["END", f"broken-{i}", "0"]) for i in range(seats)]


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    natlab.needs()
    *wanted, java, classpath, folder = sys.argv[1:]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        natlab.clean_after_the_dead()
        natlab.build()
        servers(java, classpath, folder)
        for name in NAMES if wanted == ["all"] else wanted:
            print("MATCH", name, *(end[1] for end in play(name, java, classpath, folder)), flush=True)
    finally:
        natlab.clean()


if __name__ == "__main__":
    main()
