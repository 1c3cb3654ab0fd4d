package io.lockstep.examples.benchmarks.peers;

import io.lockstep.examples.peer.TransportKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.BiFunction;

/** Who plays, in the order of the tables. */
public enum Contender {

    /** Ours, as the quick start has it but for the transport. */
    UDP("Lockstep over plain UDP", Kind.ADAPTIVE, "",
        (game, seat) -> new OurPeer(game, seat, TransportKind.UDP)),
    /** Ours with the delay that the others have. */
    UDP_FIXED("Lockstep over plain UDP, fixed delay", Kind.FIXED, "",
        (game, seat) -> new OurPeer(game, seat, TransportKind.UDP)),
    /** Ours, as the quick start has it. */
    AERON("Lockstep over Aeron", Kind.ADAPTIVE, "",
        (game, seat) -> new OurPeer(game, seat, TransportKind.AERON)),
    /** Ours with the delay that the others have. */
    AERON_FIXED("Lockstep over Aeron, fixed delay", Kind.FIXED, "",
        (game, seat) -> new OurPeer(game, seat, TransportKind.AERON)),
    /** What one writes by hand. */
    SELECT("hand-written UDP, a selector", Kind.OTHER, Lacks.BY_HAND,
        (game, seat) -> new ChannelPeer(game, seat, true)),
    /** The same with the simplest loop. */
    POLL("hand-written UDP, looks each 1 ms", Kind.OTHER, Lacks.BY_HAND,
        (game, seat) -> new ChannelPeer(game, seat, false)),
    /** The same in one event loop. */
    NETTY("Netty UDP", Kind.OTHER, Lacks.BY_HAND,
        // No method reference: that loads the class with this one, and it may not be there.
        (game, seat) -> new NettyPeer(game, seat)),
    /** The same in messages of KryoNet. */
    KRYO_UDP("KryoNet UDP", Kind.OTHER, "checksums, election, desync, clocks kept together, more than two players",
        (game, seat) -> new KryoPeer(game, seat, true)),
    /** Each input once, over a connection. */
    KRYO_TCP("KryoNet TCP", Kind.OTHER, "desync, election, clocks kept together, more than two players; what is "
        + "lost holds up all that follows",
        (game, seat) -> new KryoPeer(game, seat, false)),
    /** Each input once, over a reliable stream. */
    AERON_DRIVER("reliable Aeron, a shared driver", Kind.OTHER, Lacks.AERON,
        (game, seat) -> new AeronPeer(game, seat, false)),
    /** The same with the driver in the game's thread. */
    AERON_INVOKER("reliable Aeron, driver in the game's thread", Kind.OTHER, Lacks.AERON,
        (game, seat) -> new AeronPeer(game, seat, true));

    /** The delay of what finds its own. */
    static final int ADAPTIVE = -1;

    private final String title;
    private final Kind kind;
    private final String lacks;
    private final BiFunction<PeerGame, Seat, Contestant> maker;

    Contender(final String title, final Kind kind, final String lacks,
              final BiFunction<PeerGame, Seat, Contestant> maker) {
        this.title = title;
        this.kind = kind;
        this.lacks = lacks;
        this.maker = maker;
    }

    private enum Kind { ADAPTIVE, FIXED, OTHER }

    /** What more than one of them lacks. */
    private static final class Lacks {
        static final String BY_HAND = "a handshake that knows whom it speaks to, checksums, election, desync, lost "
            + "players, clocks kept together, more than two players";
        static final String AERON = "election, desync, lost players, clocks kept together, more than two players; "
            + "what is lost holds up all that follows";
    }

    /**
     * Reads what somebody has typed.
     *
     * @param text such as {@code kryo-udp}
     * @return who is meant
     * @throws IllegalArgumentException with one line for a person if it is nobody
     */
    public static Contender parse(final String text) {
        return Arrays.stream(values()).filter(one -> one.key().equals(text)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("contestant '" + text + "' is none of "
                + String.join(", ", Arrays.stream(values()).map(Contender::key).toList())));
    }

    /**
     * What it is called on a command line.
     *
     * @return such as {@code kryo-udp}
     */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * What it is called in a table.
     *
     * @return such as {@code KryoNet UDP}
     */
    public String title() {
        return title;
    }

    /**
     * Whether it is Lockstep.
     *
     * @return true for ours, by which the others are divided
     */
    public boolean isOurs() {
        return kind != Kind.OTHER;
    }

    /**
     * What of a framework it does not do.
     *
     * @return for a person; empty for ours
     */
    String lacks() {
        return lacks;
    }

    /** The delay it plays with where one that was tuned by hand is this. */
    int delay(final int tuned) {
        return kind == Kind.ADAPTIVE ? ADAPTIVE : tuned;
    }

    /** Whether its guest connects to its host over TCP, be it for the handshake alone. */
    boolean needsTcp() {
        return this == KRYO_UDP || this == KRYO_TCP;
    }

    /** One player's side of it. */
    Contestant make(final PeerGame game, final Seat seat) {
        return maker.apply(game, seat);
    }
}
