package io.lockstep.core.planted.session;

import io.lockstep.core.planted.protocol.BadCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.FlightRecorder;

/** A session with a thread, identity hashes, state that outlives it, and a need for the flight recorder. */
public final class BadSession {

    public static final int[] TABLE = {1, 2};
    static final ArrayList<String> LIST = new ArrayList<>();
    static final ByteBuffer BUFFER = ByteBuffer.allocate(1);
    static final AtomicInteger ATOMIC = new AtomicInteger();
    static int counter;
    private static final int[] PRIVATE_TABLE = {1, 2};
    private static final List<Integer> IMMUTABLE = List.of(1);

    private BadCodec codec;

    /** Runs the session where nobody can step it. */
    public void start() {
        new Thread(() -> counter = PRIVATE_TABLE[0] + identityHash() + contentHash()).start();
    }

    /** Cannot be asked where there is no recorder. */
    public boolean isRecorded() {
        return FlightRecorder.isInitialized();
    }

    private int identityHash() {
        return new Object().hashCode() + identityOf(codec);
    }

    private static int identityOf(final BadCodec codec) {
        return codec.hashCode();
    }

    private static int contentHash() {
        return "text".hashCode() + IMMUTABLE.hashCode();
    }
}
