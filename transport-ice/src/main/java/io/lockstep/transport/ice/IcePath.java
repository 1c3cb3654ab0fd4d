package io.lockstep.transport.ice;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;

/**
 * A path of two agents: one that looks for a direct way at once, and one that looks for a way through relays if there
 * is none after 0.7 s. One agent for both would take a relay where there is a direct way, or wait for it to fail first.
 * A direct way takes the place of a relayed one when it comes, and the relayed one is read for 2 s more.
 */
@NullUnmarked
final class IcePath implements Path, IceAgent.Events {

    /** A direct way is there before this nearly always: 0.4 s at 50 ms from peer to peer. */
    static final long RELAY_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(700);
    /** What the peer sent before it changed over has come by then. */
    static final long LINGER_NS = TimeUnit.SECONDS.toNanos(2);
    /** An offer without an answer is sent again: letters get lost where networks change. */
    static final long REPEAT_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long NEVER = Long.MAX_VALUE;

    /** What this class looks for, and how. */
    record Plan(int peer, boolean controlling, boolean direct, boolean relays) { }

    /** One agent and what is known of it. */
    private static final class Attempt {
        final IceAgent agent;
        Letter.Offer offered;
        String remoteUfrag;
        long repeatNs = NEVER;
        long closeNs = NEVER;
        boolean up;

        Attempt(final IceAgent agent) {
            this.agent = agent;
        }

        /** The peer may not know of it yet. */
        boolean isUnanswered(final Way way) {
            return !up && (way == null || remoteUfrag == null);
        }
    }

    private final Plan plan;
    private final int generation;
    private final IceAgent.Maker maker;
    private final Path.Listener listener;
    private final Map<Way, Attempt> attempts = new EnumMap<>(Way.class);
    private long relayNs = NEVER;
    private long nowNs;
    /** What is sent goes there; written on the mesh's thread, {@link #way} before it. */
    private volatile IceAgent using;
    private volatile Way way;
    private boolean ended;

    IcePath(final Plan plan, final int generation, final IceAgent.Maker maker, final Path.Listener listener) {
        this.plan = plan;
        this.generation = generation;
        this.maker = maker;
        this.listener = listener;
    }

    @Override
    public int generation() {
        return generation;
    }

    @Override
    public void start(final long timeNs) {
        nowNs = timeNs;
        if (plan.direct) {
            open(Way.DIRECT);
        }
        if (plan.relays) {
            relayNs = plan.direct ? timeNs + RELAY_AFTER_NS : timeNs;
            tick(timeNs);
        }
    }

    private Attempt open(final Way which) {
        final Attempt attempt = new Attempt(maker.make(plan.peer, which, plan.controlling, this));
        attempts.put(which, attempt);
        if (which == Way.RELAYED) {
            relayNs = NEVER;
        }
        attempt.agent.start();
        return attempt;
    }

    @Override
    public boolean take(final Letter letter, final long timeNs) {
        nowNs = timeNs;
        Attempt attempt = attempts.get(letter.way());
        if (attempt == null) {
            final boolean wanted = letter.way() == Way.RELAYED && relayNs != NEVER && way == null;
            if (!wanted || ended) {
                return true;
            }
            attempt = open(Way.RELAYED); // the peer has waited long enough for both
        }
        if (attempt.remoteUfrag != null) {
            return attempt.remoteUfrag.equals(letter.offer().ufrag());
        }
        attempt.remoteUfrag = letter.offer().ufrag();
        attempt.agent.connect(letter.offer());
        return true;
    }

    @Override
    public void tick(final long timeNs) {
        nowNs = timeNs;
        if (ended) {
            return;
        }
        if (timeNs >= relayNs) {
            relayNs = NEVER;
            if (way == null) {
                open(Way.RELAYED);
            }
        }
        for (final Way which : Way.values()) {
            final Attempt attempt = attempts.get(which);
            if (attempt != null && timeNs >= attempt.closeNs) {
                remove(which);
            } else if (attempt != null && timeNs >= attempt.repeatNs && attempt.isUnanswered(way)) {
                attempt.repeatNs = timeNs + REPEAT_NS;
                listener.letter(this, Letter.offer(which, generation, attempt.offered));
            }
        }
    }

    private Way wayOf(final IceAgent agent) {
        for (final Map.Entry<Way, Attempt> entry : attempts.entrySet()) {
            if (entry.getValue().agent == agent) {
                return entry.getKey();
            }
        }
        return null;
    }

    @Override
    public void gathered(final IceAgent agent, final Letter.Offer offer) {
        final Way which = wayOf(agent);
        if (which != null) {
            final Attempt attempt = attempts.get(which);
            attempt.offered = offer;
            attempt.repeatNs = nowNs + REPEAT_NS;
            listener.letter(this, Letter.offer(which, generation, offer));
        }
    }

    @Override
    public void up(final IceAgent agent) {
        final Way which = wayOf(agent);
        if (which == null) {
            return;
        }
        attempts.get(which).up = true;
        if (which == Way.RELAYED && way == Way.DIRECT) {
            return; // too late; it is closed soon
        }
        way = which;
        using = agent;
        if (which == Way.DIRECT) {
            relayNs = NEVER;
            final Attempt relayed = attempts.get(Way.RELAYED);
            if (relayed != null) {
                relayed.closeNs = nowNs + LINGER_NS;
            }
        }
        listener.up(this, which);
    }

    @Override
    public void failed(final IceAgent agent) {
        final Way which = wayOf(agent);
        if (which == null || agent == using) {
            return; // what was open and is silent is the link's to notice
        }
        remove(which);
        if (relayNs != NEVER && way == null) {
            open(Way.RELAYED);
        } else if (attempts.isEmpty() && way == null) {
            listener.failed(this);
        }
    }

    private void remove(final Way which) {
        attempts.remove(which).agent.close();
    }

    @Override
    public Way way() {
        return way;
    }

    @Override
    public void send(final byte[] bytes, final int offset, final int length) {
        final IceAgent agent = using;
        if (agent != null) {
            agent.send(bytes, offset, length);
        }
    }

    @Override
    public boolean sendAtOnce(final ByteBuffer packet) {
        final IceAgent agent = using;
        return agent != null && agent.sendAtOnce(packet);
    }

    @Override
    public void close() {
        ended = true;
        using = null;
        attempts.values().forEach(attempt -> attempt.agent.close());
        attempts.clear();
    }
}
