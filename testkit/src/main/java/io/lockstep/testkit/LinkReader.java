package io.lockstep.testkit;

import org.jspecify.annotations.NullUnmarked;

/** Reads the links of a scenario file, and the lines that they share. */
@NullUnmarked
final class LinkReader {

    private LinkReader() {
    }

    /** What an entry says about links. */
    static LinkRule rule(final ScenarioFields in, final int peers) {
        final ScenarioFields burst = in.object("burst");
        final ScenarioFields reorder = in.object("reorder");
        final int from = in.peerOrAny("from", peers);
        final LinkRule rule = new LinkRule(from, receiver(in, from, peers),
            in.number("latencyMs", 0, LinkConditions.MAX_DELAY_MS),
            in.number("jitterMs", 0, LinkConditions.MAX_DELAY_MS),
            in.number("loss", 0, 1),
            burst == null ? null : burst(burst),
            in.number("duplicate", 0, 1),
            reorder == null ? null : reorder(reorder),
            in.number("corrupt", 0, 1),
            in.has("bandwidthBps") ? bandwidth(in) : null,
            in.has("queuePackets") ? (int) in.integer("queuePackets", 0, LinkConditions.MAX_QUEUE_PACKETS) : null);
        in.finish();
        return rule;
    }

    /** Whom a link leads to that comes from there. */
    static int receiver(final ScenarioFields in, final int from, final int peers) {
        final int to = in.peerOrAny("to", peers);
        if (from == to && from != LinkRule.ANY) {
            throw in.wrong("to", "is the same peer as from");
        }
        return to;
    }

    private static Burst burst(final ScenarioFields in) {
        in.require("enter");
        in.require("meanLength");
        final Burst burst = new Burst(in.number("enter", 0, 1), in.number("meanLength", 1, Burst.MAX_LENGTH));
        in.finish();
        return burst;
    }

    private static Reorder reorder(final ScenarioFields in) {
        in.require("rate");
        final Reorder reorder =
            new Reorder(in.number("rate", 0, 1), (int) in.integer("window", 1, Reorder.MAX_WINDOW));
        in.finish();
        return reorder;
    }

    /** Reads an entry about the line of a peer. */
    static ScenarioValues.Uplink uplink(final ScenarioFields in, final int peers) {
        in.require("bandwidthBps");
        final ScenarioValues.Uplink uplink = new ScenarioValues.Uplink(in.peerOrAny("peer", peers), bandwidth(in),
            (int) in.integer("queueMs", 0, LinkConditions.MAX_DELAY_MS));
        in.finish();
        return uplink;
    }

    private static long bandwidth(final ScenarioFields in) {
        final long bps = in.integer("bandwidthBps", 0, LinkConditions.MAX_BANDWIDTH_BPS);
        if (bps != 0 && bps < LinkConditions.MIN_BANDWIDTH_BPS) {
            throw in.wrong("bandwidthBps", "is neither 0 nor at least " + LinkConditions.MIN_BANDWIDTH_BPS);
        }
        return bps;
    }
}
