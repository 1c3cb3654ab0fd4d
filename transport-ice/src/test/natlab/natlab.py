#!/usr/bin/env python3
"""Pairs of hosts behind NATs, made of network namespaces and nftables on one machine, each with a JVM that looks for the
other. Needs root, iproute2, nft and turnserver; nothing leaves the machine: no namespace has a way to its interfaces.

    natlab.py (few | all | A+B ...) JAVA CLASSPATH FOLDER

First asks every NAT from inside what it does, a line each: "NAT HOST FOUND EXPECTED", of mapping, filtering and ports
(RFC 4787); one more, "PLANTED ...", is another NAT than it says, so that who reads them can see that they differ. Then
prints a line for each pair, "PAIR direct|relayed|none MILLISECONDS SCORE SCORE GAP", the last being the longest time
without a frame in milliseconds, and ends with 0; with 77 and one line where there can be no lab. What it made is gone
when it ends, and what one that was killed has left as well.

Kinds of host, a and b being two of each behind routers of their own:
    none    public address                  full    endpoint-independent mapping and filtering ("full cone")
    addr    address-restricted cone         port    port-restricted cone (masquerade, ports kept)
    sym     symmetric (masquerade, random ports, filtered by address and port)
    cgn     port behind a carrier's port    cgnsym  port behind a carrier's sym
    block   port, and no UDP gets out       v6      IPv4 as sym, IPv6 behind a stateful firewall
Besides, same+same2 share a LAN, hair1+hair2 a carrier that turns packets around, iso1+iso2 one that does not; and the
host of move+b-port goes from a LAN behind port to one behind sym while they play.
"""
import ast
import ctypes
import fcntl
import heapq
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

KINDS = ["none", "full", "addr", "port", "sym", "cgn", "cgnsym", "block", "v6"]
FEW = ["a-none+b-none", "a-full+b-port", "a-addr+b-sym", "a-port+b-port", "a-port+b-sym", "a-sym+b-sym",
       "a-cgn+b-cgn", "move+b-port"]
EXTRA = ["same+same2", "hair1+hair2", "iso1+iso2", "move+b-port"]
PREFIX = "lsnat"
NAME = f"{PREFIX}{os.getpid()}-"
SERVER = "203.0.113.2"
SECOND = "203.0.113.3"      # the same host; asks from another address
GATEWAY = "203.0.113.254"   # nobody is there: what has no way on the internet is lost, and no error at its sender
FRAMES = 90
MOVE_FRAMES = 480
# As docs/INTERNET.md would have it.
DENIED = ["10.0.0.0-10.255.255.255", "172.16.0.0-172.31.255.255", "192.168.0.0-192.168.255.255",
          "100.64.0.0-100.127.255.255", "169.254.0.0-169.254.255.255"]
CONNECT_SECONDS = 30
ANSWER_SECONDS = 0.5        # of NATs, on this machine
# Mapping (endpoint-independent or address-and-port-dependent), filtering (likewise, or by address), ports kept or not.
PORT, SYMMETRIC = "EIM/APDF/kept", "APDM/APDF/changed"
CLASSES = {"none": "EIM/EIF/kept", "full": "EIM/EIF/kept", "addr": "EIM/ADF/kept", "port": PORT, "sym": SYMMETRIC,
           "cgn": PORT, "cgnsym": SYMMETRIC, "block": "no UDP", "v6": SYMMETRIC}
BLOCKED_SECONDS = 8
children = []
tuns = []                   # with a delay: namespace, IPv4 addresses, IPv6 addresses and networks
delay_ms = None             # one way, between any two with public addresses
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000


def sh(command, check=True):
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    if check and done.returncode:
        raise RuntimeError(f"{command}\n{done.stderr}")
    return done.stdout


def netns(name):
    ns = NAME + name
    sh(f"ip netns add {ns} && ip -n {ns} link set lo up && ip netns exec {ns} sysctl -qw"
       " net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0 net.ipv6.conf.default.accept_dad=0"
       " net.ipv6.conf.default.accept_ra=0")
    sh(f"ip netns exec {ns} sysctl -qw net.bridge.bridge-nf-call-iptables=0 net.bridge.bridge-nf-call-ip6tables=0",
       check=False)
    return ns


links = 0


def link(a, a_if, b, b_if, bridge=None):
    global links
    links += 1
    one, two = f"lsx{os.getpid()}{links}"[-15:], f"lsy{os.getpid()}{links}"[-15:]
    sh(f"ip link add {one} type veth peer name {two} && ip link set {one} netns {a} name {a_if}"
       f" && ip link set {two} netns {b} name {b_if} && ip -n {a} link set {a_if} up && ip -n {b} link set {b_if} up")
    if bridge:
        sh(f"ip -n {b} link set {b_if} master {bridge}")


def bridge(ns, name, address=None):
    sh(f"ip -n {ns} link add {name} type bridge && ip -n {ns} link set {name} up")
    if address:
        sh(f"ip -n {ns} addr add {address} dev {name}")


ports = 0


def wan(ns, address, v6=None):
    """To the internet, by an interface called wan."""
    global ports
    if delay_ms is not None:
        sh(f"ip netns exec {ns} ip tuntap add dev wan mode tun && ip -n {ns} link set wan up mtu 1500"
           f" && ip -n {ns} addr add {address}/24 dev wan && ip -n {ns} route add default dev wan")
        if v6:
            sh(f"ip -n {ns} addr add {v6}/64 dev wan nodad")
        tuns.append((ns, [address], [v6] if v6 else []))
        return
    ports += 1
    link(ns, "wan", NAME + "inet", f"w{ports}", "br0")
    sh(f"ip -n {ns} addr add {address}/24 dev wan && ip -n {ns} neigh add {GATEWAY} lladdr 02:00:00:00:00:fe dev wan"
       f" nud permanent && ip -n {ns} route add default via {GATEWAY}")
    if v6:
        sh(f"ip -n {ns} addr add {v6}/64 dev wan nodad")


def router(ns, kind, external, hairpin=False):
    """From lan to wan. A cone learns which inside address has a port, and sends what comes there to it."""
    sh(f"ip netns exec {ns} sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1")
    cone = kind in ("full", "addr") or hairpin
    masquerade = "masquerade fully-random" if kind == "sym" else "masquerade"
    learn, inbound, outbound = [], [], []
    if cone:
        learn.append('oifname "wan" meta l4proto udp update @cone { udp sport timeout 120s : ip saddr . udp sport }')
    if kind == "addr":
        learn.append('oifname "wan" meta l4proto udp update @heard { udp sport . ip daddr timeout 120s }')
        inbound.append('iifname "wan" meta l4proto udp udp dport . ip saddr @heard dnat ip to udp dport map @cone')
    if kind == "full":
        inbound.append('iifname "wan" meta l4proto udp dnat ip to udp dport map @cone')
    if hairpin:
        learn.append('iifname "lan" oifname "lan" ct status dnat meta l4proto udp'
                     ' update @cone { udp sport timeout 120s : ip saddr . udp sport }')
        inbound.append(f'iifname "lan" ip daddr {external} meta l4proto udp dnat ip to udp dport map @cone')
        outbound.append(f'iifname "lan" oifname "lan" ct status dnat snat to {external}')
    block = 'iifname "lan" meta l4proto udp drop' if kind == "block" else ""
    newline = "\n        "
    rules = f"""
table ip nat {{
    map cone {{
        type inet_service : ipv4_addr . inet_service
        flags timeout
    }}
    set heard {{
        type inet_service . ipv4_addr
        flags timeout
    }}
    chain learn {{
        type filter hook postrouting priority 50
        {newline.join(learn)}
    }}
    chain prerouting {{
        type nat hook prerouting priority -100
        {newline.join(inbound)}
    }}
    chain postrouting {{
        type nat hook postrouting priority 100
        {newline.join(outbound)}
        oifname "wan" {masquerade}
    }}
}}
table inet filter {{
    chain input {{
        type filter hook input priority 0; policy drop
        iifname {{ "lo", "lan" }} accept
        ct state established,related accept
        meta l4proto {{ icmp, ipv6-icmp }} accept
    }}
    chain forward {{
        type filter hook forward priority 0; policy drop
        {block}
        ct state established,related accept
        ct status dnat accept
        iifname "lan" oifname "wan" accept
        meta l4proto ipv6-icmp accept
    }}
}}
"""
    done = subprocess.run(["ip", "netns", "exec", ns, "nft", "-f", "-"], input=rules, text=True, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"nft in {ns}: {done.stderr}\n{rules}")


def home(nat, hosts, net="192.168.1"):
    bridge(nat, "lan", f"{net}.1/24")
    for place, (name, last) in enumerate(hosts):
        host = netns(name)
        link(host, "eth0", nat, f"p{place}", "lan")
        sh(f"ip -n {host} addr add {net}.{last}/24 dev eth0 && ip -n {host} route add default via {net}.1")


def carrier(name, kind, external, hairpin=False):
    ns = netns(name)
    wan(ns, external)
    router(ns, kind, external, hairpin)
    bridge(ns, "lan", "100.64.0.1/10")
    return ns


def subscriber(nat, of, place, last):
    link(nat, "wan", of, f"p{place}", "lan")
    # Each on a line of its own, as with carriers: they meet at the carrier's router or nowhere.
    sh(f"ip -n {of} link set p{place} type bridge_slave isolated on")
    sh(f"ip -n {nat} addr add 100.64.0.{last}/10 dev wan && ip -n {nat} route add default via 100.64.0.1")
    router(nat, "port", f"100.64.0.{last}")


def build():
    inet = netns("inet")
    bridge(inet, "br0")
    server = netns("srv")
    wan(server, SERVER, "2001:db8::2")
    sh(f"ip -n {server} addr add {SECOND}/24 dev wan")
    if delay_ms is not None:
        tuns[-1][1].append(SECOND)
    prefixes, last = [], 10
    for side in "ab":
        inside = 10 if side == "a" else 11
        for kind in KINDS:
            last += 1
            name, external = f"{side}-{kind}", f"203.0.113.{last}"
            if kind == "none":
                wan(netns(name), external)
                continue
            nat = netns("n" + name)
            if kind.startswith("cgn"):
                subscriber(nat, carrier("c" + name, "sym" if kind == "cgnsym" else "port", external), 0, inside)
            else:
                wan(nat, external, f"2001:db8::{last}" if kind == "v6" else None)
                router(nat, "sym" if kind == "v6" else kind, external)
            home(nat, [(name, inside)])
            if kind == "v6":
                prefix = f"2001:db8:{side}::"
                sh(f"ip -n {nat} addr add {prefix}1/64 dev lan nodad"
                   f" && ip -n {NAME}{name} addr add {prefix}{inside}/64 dev eth0 nodad"
                   f" && ip -n {NAME}{name} route add default via {prefix}1")
                if delay_ms is not None:
                    tuns[-1][2].append(prefix)
                prefixes.append((nat, prefix, f"2001:db8::{last}"))
    for nat, prefix, via in prefixes:
        for other in [server] + [one for one, _, _ in prefixes if one != nat]:
            sh(f"ip -n {other} route add {prefix}/64 via {via}")
    last += 1
    nat = netns("nsame")
    wan(nat, f"203.0.113.{last}")
    router(nat, "port", f"203.0.113.{last}")
    home(nat, [("same", 10), ("same2", 11)])
    for place, kind in ((1, "port"), (2, "sym")):
        last += 1
        nat = netns(f"nmove{place}")
        wan(nat, f"203.0.113.{last}")
        router(nat, kind, f"203.0.113.{last}")
        if place == 1:
            home(nat, [("move", 10)])
        else:
            bridge(nat, "lan", "192.168.2.1/24")
            link(NAME + "move", "eth1", nat, "p0", "lan")
    last += 1
    nat = netns("nodd")
    wan(nat, f"203.0.113.{last}")
    router(nat, "sym", f"203.0.113.{last}")
    home(nat, [("odd", 10)])
    for name, kind, hairpin in (("hair", "full", True), ("iso", "port", False)):
        last += 1
        of = carrier("c" + name, kind, f"203.0.113.{last}", hairpin)
        for place in (1, 2):
            nat = netns(f"n{name}{place}")
            subscriber(nat, of, place, 9 + place)
            home(nat, [(f"{name}{place}", 9 + place)])


def inside(ns, make):
    """Opens something in a namespace, where it stays."""
    with open(f"/run/netns/{NAME}{ns}") as place:
        ctypes.CDLL(None).setns(place.fileno(), 0)
    return make()


def udp(address, port):
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    opened.bind((address, port))
    opened.setblocking(False)
    return opened


def heard(opened):
    every = []
    while True:
        try:
            every.append(opened.recvfrom(99))
        except BlockingIOError:
            return every


def ask(hosts):
    """What each NAT does, asked of all at once, in a process that goes from namespace to namespace."""
    servers = {(ip, port): inside("srv", lambda: udp(ip, port)) for ip in (SERVER, SECOND) for port in range(4001, 4004)}
    first = {host: inside(host, lambda: udp("0.0.0.0", 5000 + place)) for place, host in enumerate(hosts)}
    fresh = {host: inside(host, lambda: udp("0.0.0.0", 6000 + place)) for place, host in enumerate(hosts)}
    spoken = [(SERVER, 4001), (SERVER, 4002), (SECOND, 4001)]
    for host in hosts:
        for server in spoken:
            first[host].sendto(host.encode(), server)
        fresh[host].sendto(f"fresh {host}".encode(), spoken[0])
    time.sleep(ANSWER_SECONDS)
    seen = {(text.decode(), server): source for server in spoken for text, source in heard(servers[server])}
    for host in hosts:
        if (host, spoken[0]) in seen:
            # From a port that was not spoken to, and from an address that was not.
            servers[SERVER, 4003].sendto(b"!", seen[host, spoken[0]])
            servers[SECOND, 4003].sendto(b"!", seen[f"fresh {host}", spoken[0]])
    time.sleep(ANSWER_SECONDS)
    found = {}
    for place, host in enumerate(hosts):
        mapped = [seen.get((host, server)) for server in spoken]
        if None in mapped:
            found[host] = "no UDP" if not any(mapped) else "half"
            continue
        mapping = "EIM" if len(set(mapped)) == 1 else "ADM" if mapped[0] == mapped[1] else "APDM"
        by_port = (SERVER, 4003) not in [source for _, source in heard(first[host])]
        by_address = (SECOND, 4003) not in [source for _, source in heard(fresh[host])]
        filtering = "EIF" if not by_address else "APDF" if by_port else "ADF"
        found[host] = f"{mapping}/{filtering}/{'kept' if mapped[0][1] == 5000 + place else 'changed'}"
    return found


def classify():
    classes = {f"{side}-{kind}": CLASSES[kind] for side in "ab" for kind in KINDS}
    classes.update({host: PORT for host in ("same", "same2", "move", "hair1", "hair2", "iso1", "iso2")})
    classes["odd"] = CLASSES["full"]
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, repr(ask(list(classes))).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        found = ast.literal_eval(answer.read() or "{}")
    os.waitpid(child, 0)
    for host, expected in classes.items():
        word = "PLANTED" if host == "odd" else "NAT"
        print(word, host, *(one.replace(" ", "-") for one in (found.get(host, "unknown"), expected)), flush=True)


def internet():
    """In place of a bridge: takes packets from every wan, holds them, and gives them to whose address they have."""
    by_address, network, all_of = {}, {}, []
    for ns, ipv4, ipv6 in tuns:
        one = inside(ns[len(NAME):], lambda: os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK))
        fcntl.ioctl(one, TUNSETIFF, struct.pack("16sH", b"wan", IFF_TUN | IFF_NO_PI))
        all_of.append(one)
        by_address.update({socket.inet_aton(address): one for address in ipv4})
        for address in ipv6:
            raw = socket.inet_pton(socket.AF_INET6, address)
            (network if address.endswith("::") else by_address)[raw[:8] if address.endswith("::") else raw] = one
    poll, held, count = select.poll(), [], 0
    for one in all_of:
        poll.register(one, select.POLLIN)
    while True:
        for one, _ in poll.poll(max(0, (held[0][0] - time.monotonic()) * 1000) if held else 1000):
            try:
                packet = os.read(one, 65536)
            except OSError:
                continue
            to = (by_address.get(packet[16:20]) if packet[0] >> 4 == 4
                  else by_address.get(packet[24:40]) or network.get(packet[24:32]))
            if to is not None and to != one:
                count += 1
                heapq.heappush(held, (time.monotonic() + delay_ms / 1000, count, to, packet))
        while held and held[0][0] <= time.monotonic():
            try:
                os.write(held[0][2], held[0][3])
            except OSError:
                pass    # its router is down or full
            heapq.heappop(held)


class Internet:
    """The process of it, as one of the children."""

    def __init__(self):
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.nice(-15)    # no host's work delays the internet
                internet()
            finally:
                os._exit(1)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)

    def wait(self):
        os.waitpid(self.pid, 0)


def start(host, command, output, folder):
    child = subprocess.Popen(["ip", "netns", "exec", NAME + host] + command, stdout=output, stderr=subprocess.STDOUT,
                             stdin=subprocess.DEVNULL, cwd=folder)
    children.append(child)
    return child


def turnserver(folder, port=3478, who=("-a", "-u", "lab:lab")):
    with open(f"{folder}/turnserver.log", "w") as log:
        start("srv", ["turnserver", "-n", "-v", "-L", SERVER, "-E", SERVER, "-p", str(port), *who, "-r", "lab",
                      "--no-tls", "--no-dtls", "--no-cli", "--log-file", "stdout", "--pidfile",
                      f"{folder}/turnserver.pid", "--userdb", f"{folder}/turndb"]
              + [f"--denied-peer-ip={peers}" for peers in DENIED], log, folder)
    for _ in range(100):
        if f":{port}" in sh(f"ip netns exec {NAME}srv ss -lun"):
            return
        time.sleep(0.1)
    raise RuntimeError("turnserver does not listen; see " + folder)


def said(box, seat, word):
    with open(f"{box}/log-{seat}") as log:
        return [line.split()[1:] for line in log if line.startswith(word + " ")]


def move(box):
    """From one network to the other, while they play."""
    until = time.monotonic() + CONNECT_SECONDS
    while not all(said(box, seat, "playing") for seat in (0, 1)) and time.monotonic() < until:
        time.sleep(0.1)
    host = NAME + "move"
    sh(f"ip -n {host} addr flush dev eth0 && ip -n {host} link set eth0 down"
       f" && ip -n {host} addr add 192.168.2.10/24 dev eth1 && ip -n {host} route add default via 192.168.2.1")


def move_back():
    host = NAME + "move"
    sh(f"ip -n {host} addr flush dev eth1 && ip -n {host} link set eth0 up"
       f" && ip -n {host} addr add 192.168.1.10/24 dev eth0 && ip -n {host} route add default via 192.168.1.1")


def play(pair, java, classpath, folder):
    """The line of a pair: how it is reached, after how long, and the state at the end, of both."""
    seconds = BLOCKED_SECONDS if "block" in pair else CONNECT_SECONDS
    frames = MOVE_FRAMES if pair.startswith("move") else FRAMES
    box = f"{folder}/{pair}"
    os.makedirs(box)
    hosts, players = pair.split("+"), []
    for seat, host in enumerate(hosts):
        with open(f"{box}/log-{seat}", "w") as log:
            players.append(start(host, [java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classpath,
                                        "io.lockstep.transport.ice.LabPeer", str(seat), box, SERVER, str(frames),
                                        str(seconds)], log, folder))
    if pair.startswith("move"):
        move(box)
    ends = []
    for seat, player in enumerate(players):
        try:
            player.wait(seconds + 30)
        except subprocess.TimeoutExpired:
            player.kill()
            player.wait()
        children.remove(player)
        end = said(box, seat, "END")
        ends.append(end[-1] if end else ["none", "0", f"broken-{seat}", "0"])
    ways = {end[0] for end in ends}
    way = ways.pop() if len(ways) == 1 else "mixed"
    return (f"{pair} {way} {max(int(end[1]) for end in ends)} {ends[0][2]} {ends[1][2]}"
            f" {max(int(end[3]) for end in ends)}")


def clean(all_of=NAME):
    for child in children:
        child.kill()
    for child in children:
        child.wait()
    for line in sh("ip netns list").splitlines():
        name = line.split()[0]
        if name.startswith(all_of):
            sh(f"ip netns del {name}", check=False)


def clean_after_the_dead():
    for line in sh("ip netns list").splitlines():
        name = line.split()[0]
        if name.startswith(PREFIX):
            pid = name[len(PREFIX):].split("-")[0]
            if pid.isdigit() and not os.path.exists(f"/proc/{pid}"):
                sh(f"ip netns del {name}", check=False)


def needs():
    missing = [tool for tool in ("ip", "nft", "turnserver", "ss") if not shutil.which(tool)]
    if os.geteuid() != 0 or missing:
        print("no lab of NATs here: " + (f"{', '.join(missing)} not found" if missing else "this is not root"))
        sys.exit(77)


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    needs()
    *wanted, java, classpath, folder = sys.argv[1:]
    every = [f"a-{one}+b-{two}" for i, one in enumerate(KINDS) for two in KINDS[i:]] + EXTRA
    pairs = FEW if wanted == ["few"] else every if wanted == ["all"] else wanted
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        clean_after_the_dead()
        build()
        classify()
        turnserver(folder)
        for pair in pairs:
            print(play(pair, java, classpath, folder), flush=True)
    finally:
        clean()


if __name__ == "__main__":
    main()
