package io.lockstep.examples.view;

import io.lockstep.core.session.NetGraph;
import java.util.List;

/** All that a view shows: what the match's thread writes, and a copy of it that is painted from. */
final class Shown {

    final Scene scene;
    final RollbackGraph rollbacks = new RollbackGraph();
    /** Null until the first sample: only then is it known how many peers there are. */
    NetGraph graph;
    boolean graphShown;
    /** Time of the first round trip of each lane of the graph, in monotonic nanoseconds; 0 before it. */
    long[] heardNs = {};
    /** The names of the players by number; an empty text, or none, for an unknown name. */
    List<String> names = List.of();
    /** What the strip at the bottom says. */
    String line = "";
    /** What stands over the field; null for nothing. */
    String notice;
    /** How far from the frame before to the last one things are drawn, 0 to 1. */
    float alpha = 1;
    /** Whether there was a frame at all. */
    boolean presented;

    Shown(final int players) {
        scene = new Scene(players);
    }

    boolean isNamed(final int player) {
        return player < names.size() && !names.get(player).isEmpty();
    }

    /** Returns a player's name, or its number if the name is unknown. */
    String name(final int player) {
        return isNamed(player) ? names.get(player) : "P" + player;
    }

    void copy(final Shown other) {
        scene.copy(other.scene);
        rollbacks.copy(other.rollbacks);
        graphShown = other.graphShown;
        if (graphShown && other.graph != null) {
            if (graph == null) {
                graph = new NetGraph(other.graph.peers(), NetGraphPainter.SAMPLES);
            }
            graph.copy(other.graph);
            heardNs = other.heardNs.clone();
        }
        names = other.names;
        line = other.line;
        notice = other.notice;
        alpha = other.alpha;
        presented = other.presented;
    }
}
