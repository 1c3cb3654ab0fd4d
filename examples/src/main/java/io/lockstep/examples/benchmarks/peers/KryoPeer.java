package io.lockstep.examples.benchmarks.peers;

import com.esotericsoftware.kryonet.Client;
import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.EndPoint;
import com.esotericsoftware.kryonet.Listener;
import com.esotericsoftware.kryonet.Server;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * {@link HandMatch} over KryoNet, whose thread receives and wakes the game's. Over UDP all that is not acknowledged
 * goes into every message; over TCP each input goes once.
 */
final class KryoPeer implements Contestant {

    private static final int CONNECT_MS = 2000;
    private static final long MAX_WAIT_NS = 50_000_000L;

    private final HandMatch match;
    private final boolean udp;
    private final EndPoint end;
    private final Seat seat;
    private final Queue<Object> arrived = new ConcurrentLinkedQueue<>();
    private final Thread game = Thread.currentThread();
    private volatile Connection connection;
    private int sent;
    private boolean begun;

    KryoPeer(final PeerGame played, final Seat seat, final boolean udp) {
        this.seat = seat;
        this.udp = udp;
        match = new HandMatch(played, seat);
        sent = seat.delay();
        end = seat.player() == 0 ? new Server() : new Client();
        end.getKryo().register(short[].class);
        end.getKryo().register(KryoInputs.class);
        end.getKryo().register(KryoGreeting.class);
        end.addListener(new Arrivals());
        end.start();
        if (seat.player() == 0) {
            host((Server) end);
        }
    }

    private void host(final Server server) {
        try {
            if (udp) {
                server.bind(seat.listen().port(), seat.listen().port());
            } else {
                server.bind(seat.listen().port());
            }
        } catch (final IOException taken) {
            throw new IllegalStateException("cannot listen on " + seat.listen(), taken);
        }
    }

    private final class Arrivals extends Listener {
        @Override
        public void connected(final Connection made) {
            connection = made;
            LockSupport.unpark(game);
        }

        @Override
        public void disconnected(final Connection gone) {
            connection = null;
        }

        @Override
        public void received(final Connection from, final Object message) {
            if (message instanceof KryoInputs || message instanceof KryoGreeting) {
                arrived.add(message);
                LockSupport.unpark(game);
            }
        }
    }

    @Override
    public void turn() {
        final Connection open = connection;
        if (open == null) {
            connect();
            return;
        }
        for (Object message = arrived.poll(); message != null; message = arrived.poll()) {
            read(message, System.nanoTime());
        }
        final long nowNs = System.nanoTime();
        match.advance(nowNs);
        final boolean due = match.isSendDue(nowNs);
        if (due && !match.isStarted()) {
            send(open, new KryoGreeting(nowNs, match.echoNs(), nowNs - match.greetedNs()));
        } else if (udp ? due : sent < match.sampled() || match.isStarted() && !begun) {
            begun = true;
            sendInputs(open);
        }
        LockSupport.parkNanos(Math.min(match.nextNs() - System.nanoTime(), MAX_WAIT_NS));
    }

    private void read(final Object message, final long nowNs) {
        if (message instanceof KryoGreeting greeting) {
            match.greeted(greeting.sentNs, greeting.echoNs, greeting.heldNs, nowNs);
        } else if (message instanceof KryoInputs inputs) {
            match.start(nowNs);
            match.acked(inputs.acked);
            for (int i = 0; i < inputs.inputs.length; i++) {
                match.hear(inputs.first + i, inputs.inputs[i]);
            }
        }
    }

    private void sendInputs(final Connection to) {
        final int first = udp ? match.firstUnacked() : sent;
        sent = first + (udp ? match.unacked() : match.sampled() - sent);
        final KryoInputs inputs = new KryoInputs();
        inputs.acked = udp ? match.heard() : 0;
        inputs.first = first;
        inputs.inputs = new short[sent - first];
        for (int i = 0; i < inputs.inputs.length; i++) {
            inputs.inputs[i] = match.own(first + i);
        }
        send(to, inputs);
    }

    private void send(final Connection to, final Object message) {
        if (udp) {
            to.sendUDP(message);
        } else {
            to.sendTCP(message);
        }
    }

    private void connect() {
        if (end instanceof Client client) {
            try {
                if (udp) {
                    client.connect(CONNECT_MS, seat.other().host(), seat.otherTcp(), seat.other().port());
                } else {
                    client.connect(CONNECT_MS, seat.other().host(), seat.otherTcp());
                }
                connection = client; // its thread may say so later
            } catch (final IOException refused) {
                LockSupport.parkNanos(MAX_WAIT_NS); // the host is not there yet
            }
        } else {
            LockSupport.parkNanos(MAX_WAIT_NS);
        }
    }

    @Override
    public void close() {
        end.stop();
    }
}
