package io.lockstep.core.simnet;

import io.lockstep.core.session.EndReason;
import io.lockstep.core.session.InputSource;
import io.lockstep.core.session.Inputs;
import io.lockstep.core.session.Phase;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionEvent;
import io.lockstep.core.session.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** One session of a simulated match, with the observers between it and its game, its inputs and its network. */
final class ObservedPeer implements Simulation, InputSource {

    /** Events a session may hold for its application; it drops the oldest beyond. */
    private static final int MAX_EVENTS = 64;

    final int peer;
    final VirtualClock clock;
    final ObservedTransport transport;
    final StallAccount stalls;
    Session session;
    /** When this peer is polled next, true time. */
    long nextPollNs;
    boolean ended;

    private final Seat seat;
    private final Oracle oracle;
    private final MatchMeter meter;
    private final Trace trace;
    private final int maxDelay;
    private final ByteBuffer event;
    private final long[] queuedEvents = new long[MAX_EVENTS];
    private int queuedHead;
    private int queued;
    private long nowNs;
    private int corruption;

    ObservedPeer(final int peer, final MatchWorld world, final Seat seat, final Oracle oracle, final MatchMeter meter,
                 final Trace trace, final StallAccount stalls, final int maxDelay, final int maxEventBytes) {
        this.peer = peer;
        this.seat = seat;
        this.oracle = oracle;
        this.meter = meter;
        this.trace = trace;
        this.stalls = stalls;
        this.maxDelay = maxDelay;
        clock = world.clock(peer);
        transport = new ObservedTransport(peer, world.endpoint(peer), trace);
        event = ByteBuffer.allocate(maxEventBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Polls the session once and simulates what is due; whatever it throws breaks a promise. */
    void poll(final long trueNs) {
        nowNs = trueNs;
        try {
            session.poll(clock.localNs(trueNs));
            while (session.step()) {
                afterStep();
            }
            takeEvents();
            if (session.phase() == Phase.ENDED) {
                ended = true;
            }
        } catch (final RuntimeException thrown) {
            ended = true;
            final StackTraceElement[] stack = thrown.getStackTrace();
            oracle.violated("S14", session.frame(), thrown + (stack.length > 0 ? " at " + stack[0] : ""), peer);
        }
    }

    private void afterStep() {
        final long frame = session.frame() - 1;
        final int crc = session.statistics().stateChecksum();
        oracle.simulated(peer, frame, crc);
        stalls.simulated(nowNs, session.statistics().stallTicks());
        trace.add(frame << Byte.SIZE ^ peer, nowNs ^ (long) crc << Integer.SIZE);
        if (seat.events() != null && queued < MAX_EVENTS) {
            event.clear();
            seat.events().next(session.frame(), event);
            event.flip();
            if (event.hasRemaining()) {
                final long hash = hashOf(event);
                if (session.sendEvent(peer, event)) {
                    queuedEvents[(queuedHead + queued++) % MAX_EVENTS] = hash;
                }
            }
        }
    }

    private void takeEvents() {
        int count = 0;
        for (SessionEvent next = session.nextEvent(); next != null; next = session.nextEvent()) {
            if (++count > MAX_EVENTS) {
                oracle.violated("S13", session.frame(), "more than " + MAX_EVENTS + " events", peer);
                return;
            }
            trace.add((long) next.type().ordinal() << Integer.SIZE ^ next.frame(), nowNs ^ peer);
            if (next.type() == SessionEvent.Type.DESYNC) {
                oracle.desyncReported(peer, next.peer(), next.frame());
                meter.desync(next.frame(), next.peer());
            } else if (next.type() == SessionEvent.Type.INPUT_DISAGREEMENT) {
                oracle.violated("S17", next.frame(), "an input disagreement reported of honest peers: " + next, peer);
            }
        }
    }

    boolean finished() {
        return ended && session.endReason() == EndReason.FINISHED;
    }

    /** From now on the state that is saved is not the game's. */
    void corruptState() {
        corruption++;
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        oracle.begins(peer, frame);
        for (int player = 0; player < inputs.players(); player++) {
            final long input = hashOf(inputs.bytes(player));
            final long sent = hashOf(inputs.event(player));
            oracle.simulates(peer, player, frame, input, sent);
            if (player != peer) {
                meter.latency(oracle.sampledNs(player, frame), nowNs);
            }
        }
        seat.simulation().step(frame, inputs);
    }

    private static long hashOf(final ByteBuffer bytes) {
        long hash = 0;
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            hash = Oracle.mix(hash, bytes.get(i));
        }
        return hash;
    }

    @Override
    public void save(final StateWriter out) {
        seat.simulation().save(out);
        if (corruption > 0) {
            out.writeInt("corruption", corruption);
        }
    }

    @Override
    public void load(final ByteBuffer state) {
        seat.simulation().load(state);
    }

    @Override
    public void sample(final long frame, final int player, final ByteBuffer input) {
        seat.input().sample(frame, player, input);
        input.rewind();
        final long delay = frame - session.frame();
        if (delay > maxDelay) {
            oracle.violated("S13", frame, "sampled " + delay + " frames ahead, at most " + maxDelay, peer);
        }
        meter.delay(delay);
        long sent = 0;
        if (queued > 0) {
            sent = queuedEvents[queuedHead];
            queuedHead = (queuedHead + 1) % MAX_EVENTS;
            queued--;
        }
        oracle.sampled(player, frame, hashOf(input), sent, nowNs);
    }
}
