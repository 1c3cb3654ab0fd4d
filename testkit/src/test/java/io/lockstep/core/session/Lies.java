package io.lockstep.core.session;

import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.ChecksumList;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.GoodbyeReason;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Heartbeat;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.internal.protocol.WireSupport;
import io.lockstep.core.internal.seats.SnapshotHead;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Draws valid messages: of every type, with values near what is going on where it is to be read, and with wild ones.
 * What is drawn goes through the real encoders, so that nothing is refused for its form.
 */
final class Lies {

    /** Distances at which something may change its meaning: windows, rings, limits of unwrapping. */
    private static final long[] STEPS = {0, 0, 0, 1, 2, 3, 8, 30, 64, 127, 128, 129, 255, 256, 257, 600, 65_535,
        65_536};
    private static final long[] EDGES = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE, 1L << 32,
        1L << 47, (1L << 47) - 1, (1L << 63) - 2, 0xFFFF, 0x10000};
    private static final int NEAR_IN_TEN = 8;
    private static final int MOST_BYTES = 1184;
    private static final int MOST_SEALED_BYTES = 60;

    final SplittableRandom random;
    private final MessageCodec codec;
    private final InputWindow window;
    private final Relay relay;
    private final MembershipLies memberships;
    private final int inputBytes;
    private final int eventBytes;

    Lies(final SplittableRandom random, final MessageCodec codec, final WireLimits limits) {
        this.random = random;
        this.codec = codec;
        inputBytes = limits.inputBytes();
        eventBytes = limits.maxEventBytes();
        window = new InputWindow(inputBytes, limits.maxLinkPlayers(), eventBytes);
        relay = new Relay(inputBytes, limits.maxLinkPlayers(), eventBytes);
        memberships = new MembershipLies(this);
    }

    boolean oneIn(final int count) {
        return random.nextInt(count) == 0;
    }

    /** A number near another one, or any; never negative. */
    long near(final long value) {
        if (random.nextInt(10) < NEAR_IN_TEN) {
            final long step = STEPS[random.nextInt(STEPS.length)];
            return Math.max(0, random.nextBoolean() ? value + step : value - step);
        }
        return wild() & Long.MAX_VALUE;
    }

    /** Any number, often one at a limit. */
    long wild() {
        return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextLong() >>> random.nextInt(64);
    }

    /** A mask near another one, or any. */
    int maskNear(final int mask, final int seats) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> mask;
            case 3 -> mask & random.nextInt();
            case 4 -> seats & random.nextInt();
            case 5 -> seats;
            case 6 -> mask ^ 1 << random.nextInt(Integer.SIZE);
            default -> random.nextInt();
        };
    }

    /** A peer of the match, or any. */
    int peer(final int seats) {
        if (oneIn(12)) {
            return random.nextInt(Message.MAX_PLAYERS);
        }
        int rest = seats;
        for (int skip = random.nextInt(Integer.bitCount(seats)); skip > 0; skip--) {
            rest &= rest - 1;
        }
        return Integer.numberOfTrailingZeros(rest);
    }

    byte[] bytes(final int count) {
        final byte[] drawn = new byte[count];
        random.nextBytes(drawn);
        return drawn;
    }

    /** A message of one type, and of one kind if it is about membership, for a reader who knows what the view says. */
    Message draw(final MessageType type, final MembershipMessage.Kind kind, final LiarsView view) {
        return switch (type) {
            case FRAME_INPUT -> frameInput(view);
            case STATE_SYNC -> stateSync(view);
            case REQUEST_VOTE -> new RequestVote().candidate(oneIn(4) ? peer(view.seats()) : view.self())
                .term(near(view.term() + 1)).lastFrame(near(view.frame())).preVote(random.nextBoolean());
            case VOTE_RESPONSE -> new VoteResponse().voter(oneIn(4) ? peer(view.seats()) : view.self())
                .term(near(view.term())).granted(random.nextBoolean()).preVote(random.nextBoolean());
            case HEARTBEAT, HEARTBEAT_ACK -> heartbeat(type, view);
            case INPUT_WINDOW -> window(view);
            case HELLO, WELCOME -> greeting(type, view);
            case CHALLENGE_RESPONSE -> greeting(type, view).pepper(random.nextLong());
            case CHALLENGE -> new Challenge().salt(saltOf(view)).pepper(random.nextLong());
            case GOODBYE -> goodbye(view);
            case RELAY -> relay(view);
            case MEMBERSHIP -> memberships.draw(kind, view);
            case TRANSFER -> transfer(view);
        };
    }

    private FrameInput frameInput(final LiarsView view) {
        final FrameInput input = new FrameInput().player(random.nextInt(Message.MAX_PLAYERS))
            .inputs(random.nextInt(1 << Short.SIZE)).frame(near(view.frame()));
        if (random.nextBoolean()) {
            input.checksum(random.nextInt());
        }
        if (random.nextBoolean()) {
            final byte[] events = bytes(1 + random.nextInt(64));
            input.events(events, 0, events.length);
        }
        return input;
    }

    private StateSync stateSync(final LiarsView view) {
        final byte[] state = bytes(random.nextInt(200));
        return codec.stateSync().frame(near(view.frame())).checksum(random.nextInt()).term(near(view.term()))
            .payload(state, 0, state.length);
    }

    private Heartbeat heartbeat(final MessageType type, final LiarsView view) {
        final Heartbeat beat = new Heartbeat(type).player(oneIn(4) ? peer(view.seats()) : view.self())
            .term(near(view.term())).frame(near(view.frame()));
        return random.nextBoolean() ? beat.timestamp(near(view.nowMs())) : beat;
    }

    private InputWindow window(final LiarsView view) {
        final int players = oneIn(20) ? 1 + random.nextInt(window.frames().players())
            : Integer.bitCount(view.playersOf(view.self()));
        window.reset(players, near(view.frame()), near(view.frame()));
        window.repeat(random.nextBoolean());
        if (random.nextBoolean()) {
            window.echo(random.nextInt(1 << Short.SIZE), near(0));
        }
        if (random.nextBoolean()) {
            window.acknowledgeChecksum(near(view.frame()));
        }
        if (oneIn(3)) {
            window.leads(near(view.term()));
        }
        if (random.nextBoolean()) {
            window.report().set(wild(), wild(), random.nextDouble(), random.nextInt(256));
        }
        if (random.nextBoolean()) {
            final long frame = near(view.frame() / view.checksumInterval() * view.checksumInterval());
            if (random.nextBoolean()) {
                window.checksums().eachFrame();
            } else if (random.nextBoolean()) {
                window.checksums().beginsWithOldest();
            }
            for (int i = random.nextInt(ChecksumList.MAX_ENTRIES + 1); i > 0; i--) {
                window.checksums().add(frame, random.nextInt());
            }
        }
        window.deaf(oneIn(4));
        fill(window.frames(), players, frames -> window.endFrame(MOST_BYTES));
        return window;
    }

    private Relay relay(final LiarsView view) {
        final int owner = peer(view.seats());
        final int players = Math.max(1, Integer.bitCount(view.playersOf(owner)));
        if (oneIn(2)) {
            final byte[] sealed = new byte[1 + random.nextInt(MOST_SEALED_BYTES)];
            random.nextBytes(sealed);
            relay.carry(owner, random.nextLong(), ByteBuffer.wrap(sealed));
            if (oneIn(2)) {
                relay.carriedFrom(owner);
            }
            return relay;
        }
        relay.inputs(owner, players, near(view.frame()));
        fill(relay.frames(), players, frames -> relay.endFrame(MOST_BYTES));
        return relay;
    }

    /** Adds the frame whose inputs were set; false when there is no room for it. */
    private interface FrameEnd {
        boolean end(InputFrames frames);
    }

    private void fill(final InputFrames frames, final int players, final FrameEnd end) {
        int count = oneIn(4) ? random.nextInt(InputWindow.MAX_FRAMES + 1) : random.nextInt(8);
        boolean fits = true;
        while (count-- > 0 && fits) {
            for (int player = 0; player < players; player++) {
                frames.input(player, bytes(inputBytes), 0);
                if (oneIn(12)) {
                    frames.command(player, command());
                } else if (eventBytes > 0 && oneIn(6)) {
                    frames.event(player, bytes(eventBytes), 0, 1 + random.nextInt(eventBytes));
                }
            }
            fits = end.end(frames);
        }
    }

    private int command() {
        final Command.Kind[] kinds = Command.Kind.values();
        return Command.of(kinds[random.nextInt(kinds.length)], random.nextInt(oneIn(3) ? Message.MAX_PLAYERS : 6),
            random.nextInt(oneIn(3) ? 1 << Short.SIZE : 64));
    }

    private int saltOf(final LiarsView view) {
        return view.last(MessageType.HELLO) instanceof Greeting hello && !oneIn(3) ? hello.salt() : random.nextInt();
    }

    /** The right answer to the challenge of a hello, with whatever else it says. */
    Greeting proof(final Greeting hello, final long pepper, final LiarsView view) {
        return greeting(MessageType.CHALLENGE_RESPONSE, view).speaks(hello.speaks()).incarnation(hello.incarnation())
            .salt(hello.salt()).joining(hello.joining()).pepper(pepper);
    }

    private Greeting greeting(final MessageType type, final LiarsView view) {
        final Greeting drawn = new Greeting(type).matchId(view.matchId()).incarnation(random.nextInt())
            .salt(saltOf(view)).players(view.playersOf(view.self())).digest(random.nextLong())
            .frame(near(view.frame())).state(random.nextInt()).tickRate(60).playerCount(view.players())
            .inputBytes(inputBytes).checksumInterval(view.checksumInterval()).maxEventBytes(eventBytes)
            .seatToken(0).joining(random.nextBoolean()).gameId("fuzz");
        if (view.last(MessageType.CHALLENGE_RESPONSE) instanceof Greeting hello) {
            drawn.digest(hello.digest()).frame(hello.frame()).state(hello.state());
        }
        switch (random.nextInt(12)) {
            case 0 -> drawn.matchId(wild());
            case 1 -> drawn.players(1 << random.nextInt(view.players()));
            case 2 -> drawn.digest(wild());
            case 3 -> drawn.frame(wild());
            case 4 -> drawn.state(wild());
            case 5 -> drawn.tickRate(1 + random.nextInt(Greeting.MAX_TICK_RATE));
            case 6 -> drawn.playerCount(Message.MAX_PLAYERS);
            case 7 -> drawn.seatToken(wild());
            case 8 -> drawn.gameId("x".repeat(1 + random.nextInt(Greeting.MAX_GAME_ID_LENGTH)));
            case 9 -> drawn.speaks(new WireSupport(1 + random.nextInt(2), 2 + random.nextInt(3), 0, random.nextInt()));
            case 10 -> drawn.speaks(new WireSupport(1, 1, random.nextInt(), random.nextInt()));
            default -> {
                // As everybody has it.
            }
        }
        return drawn;
    }

    private Goodbye goodbye(final LiarsView view) {
        final GoodbyeReason[] reasons = GoodbyeReason.values();
        final GoodbyeReason reason = reasons[random.nextInt(reasons.length)];
        final int salt = oneIn(3) ? random.nextInt() : Long.hashCode(view.epochId());
        if (reason == GoodbyeReason.MISMATCH) {
            return new Goodbye().mismatch(oneIn(2) ? saltOf(view) : salt, near(view.frame()),
                1 + random.nextInt(oneIn(2) ? 255 : 16), "z".repeat(1 + random.nextInt(40)));
        }
        return new Goodbye().set(reason, salt, near(view.frame()));
    }

    private TransferMessage transfer(final LiarsView view) {
        final TransferMessage drawn = new TransferMessage();
        final int id = transferId(view);
        switch (random.nextInt(2)) {
            case 0 -> drawn.ack(id, oneIn(3) ? (int) wild() : random.nextInt(300), random.nextInt());
            default -> {
                final boolean last = oneIn(8);
                final byte[] part = bytes(oneIn(3) ? 1 + random.nextInt(TransferMessage.MAX_CHUNK_BYTES)
                    : 1 + random.nextInt(32));
                drawn.chunk(id, oneIn(4) ? (int) wild() : random.nextInt(20), part, 0, last ? 0 : part.length, last);
            }
        }
        return drawn;
    }

    private int transferId(final LiarsView view) {
        if (view.last(MessageType.TRANSFER) instanceof TransferMessage last && !oneIn(3)) {
            return last.transferId();
        }
        final long frame = near(view.frame());
        final int donor = peer(view.seats());
        return switch (random.nextInt(4)) {
            case 0 -> SnapshotHead.transferId(frame, donor);
            case 1 -> ~SnapshotHead.transferId(frame, donor);
            case 2 -> Integer.MIN_VALUE | (int) frame * Integer.SIZE + donor;
            default -> random.nextInt();
        };
    }
}
