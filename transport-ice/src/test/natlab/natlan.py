#!/usr/bin/env python3
"""Two hosts in one local network and nothing else: no way out of it, no lobby, no relay. One hosts a match, the other
finds it by asking the network. A third, in a network beside it, must not find it. As natlab.py, of the same tools.

    natlan.py JAVA CLASSPATH FOLDER

Prints "LAN END END", an END for each player: how it ended, at which frame, and the state; and "PLANTED" and what the
third was told. Ends with 0; with 77 and one line where there can be no lab.
"""
import os
import signal
import sys

import natlab
import natmatch

FRAMES = 90
NEAR = ["near1", "near2"]
FAR = "far"
SECONDS = 60


def build():
    """A router joins both networks: what is far could be reached, if anybody asked there."""
    router = natlab.netns("router")
    natlab.sh(f"ip netns exec {router} sysctl -qw net.ipv4.ip_forward=1")
    natlab.bridge(router, "lan")
    natlab.sh(f"ip -n {router} addr add 192.168.1.1/24 dev lan")
    for place, name in enumerate(NEAR):
        host = natlab.netns(name)
        natlab.link(host, "eth0", router, f"p{place}", "lan")
        natlab.sh(f"ip -n {host} addr add 192.168.1.{10 + place}/24 brd + dev eth0"
                  f" && ip -n {host} route add default via 192.168.1.1")
    host = natlab.netns(FAR)
    natlab.link(host, "eth0", router, "far")
    natlab.sh(f"ip -n {router} addr add 192.168.2.1/24 dev far && ip -n {host} addr add 192.168.2.10/24 brd + dev eth0"
              f" && ip -n {host} route add default via 192.168.2.1")


def play(java, classpath, folder):
    roles = [("host", NEAR[0]), ("search", NEAR[1]), ("search", FAR)]
    players = [natmatch.player(role, number, host, folder, "lan", len(NEAR), [FRAMES], java, classpath)
               for number, (role, host) in enumerate(roles)]
    with open(f"{folder}/go", "w") as go:
        go.write("go")
    natmatch.until(SECONDS, lambda: all(one.poll() is not None for one in players))
    for one in players:
        one.kill()
        one.wait()
        natlab.children.remove(one)
    ends = [natmatch.last(folder, number, "END") or ["END", f"broken-{number}"] for number in range(len(NEAR))]
    print("LAN", *(end[1] for end in ends), flush=True)
    print("PLANTED", *(natmatch.last(folder, len(NEAR), "none") or ["found"]), flush=True)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    natlab.needs()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        natlab.clean_after_the_dead()
        build()
        play(*sys.argv[1:])
    finally:
        natlab.clean()


if __name__ == "__main__":
    main()
