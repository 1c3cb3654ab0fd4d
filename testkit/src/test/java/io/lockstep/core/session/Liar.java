package io.lockstep.core.session;

import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.liars.LyingTransport;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A peer that also says what it likes: beside what its session says, and in its place. It hears everything, lies to
 * everybody, in any state of the match, and poses as a new process on its own seat.
 */
final class Liar implements LyingTransport.Hook {

    /** Lies that a failing match is told with. */
    private static final int REMEMBERED = 12;
    private static final byte MEMBERSHIP = 0x1D;
    private static final int BUFFER_BYTES = 16 << 10;
    private static final int TRIES = 4;
    /** Where the fields of a membership message begin, as far as they are always there, and the first of its lists. */
    private static final int[] FIELDS = {3, 11, 19, 23, 31, 35};
    private static final int LISTS = 41;
    /** Where the bytes of a chunk begin. */
    private static final int STREAM = 13;
    private static final byte TRANSFER = 0x1E;
    /** In a match in which real messages are changed, of so many parts of streams one is: there are few. */
    private static final int ONE_PART_IN = 5;

    private final FuzzMatch match;
    private final SplittableRandom random;
    private final MessageCodec codec;
    private final Lies lies;
    private final int self;
    private final int withoutLies;
    private final int oneInTurns;
    private final int burst;
    /** It lies from here on: some of what there is to be broken takes a while to come about. */
    private final int silentMs;
    /** What it lies about. Who always says everything has soon broken all there is, and comes no further. */
    private final List<MessageType> types;
    private final List<MembershipMessage.Kind> kinds;
    private final int oneInChanged;
    private final byte[][] heard = new byte[MessageType.values().length][];
    private final byte[][] heardKinds = new byte[MembershipMessage.Kind.values().length][];
    private final int[] incarnations = new int[Message.MAX_PLAYERS];
    private final Deque<String> told = new ArrayDeque<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private LyingTransport transport;
    /** What was said in a forged greeting to each peer, to answer its challenge. */
    private final Greeting[] posing = new Greeting[Message.MAX_PLAYERS];
    private boolean talking = true;
    int count;

    Liar(final FuzzMatch match, final SplittableRandom random, final int loudness, final int withoutLies) {
        this.match = match;
        this.random = random;
        this.withoutLies = withoutLies;
        codec = match.codec();
        lies = new Lies(random, match.codec(), match.limits);
        self = match.peer(random.nextInt(match.peers));
        oneInTurns = 1 + random.nextInt(12);
        burst = (1 + random.nextInt(6)) * loudness;
        silentMs = random.nextInt(3) == 0 ? 0 : random.nextInt(3000);
        types = drawn(MessageType.values());
        if (random.nextBoolean() && !types.contains(MessageType.MEMBERSHIP)) {
            // It decides most, and has the most that can be wrong.
            types.add(MessageType.MEMBERSHIP);
        }
        kinds = drawn(MembershipMessage.Kind.values());
        oneInChanged = random.nextInt(3) == 0 ? 10 + random.nextInt(100) : 2000;
    }

    /** All of them, or a few. */
    private <T> List<T> drawn(final T[] all) {
        final boolean few = random.nextInt(3) != 0;
        final List<T> drawn = new ArrayList<>();
        for (final T one : all) {
            if (!few || random.nextInt(4) == 0) {
                drawn.add(one);
            }
        }
        if (drawn.isEmpty()) {
            drawn.add(all[random.nextInt(all.length)]);
        }
        return drawn;
    }

    int self() {
        return self;
    }

    /** Puts itself between the session on its seat and the network. */
    Transport between(final Transport carrier) {
        transport = new LyingTransport(self, carrier, this);
        return transport;
    }

    boolean isForged(final int to, final Lane lane, final long tag) {
        return transport.isForged(to, lane, tag);
    }

    /** Everything that anybody says is heard here. */
    void overhear(final int from, final ByteBuffer payload) {
        final byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        if (codec.decode(ByteBuffer.wrap(bytes)) != WireCode.OK) {
            return;
        }
        final Message message = codec.decoded();
        heard[message.type().code()] = bytes;
        if (message instanceof MembershipMessage said) {
            heardKinds[said.kind().ordinal()] = bytes;
        } else if (message instanceof Greeting greeting) {
            incarnations[from] = greeting.incarnation();
        }
    }

    /** The last lies, for who wants to know what a match failed with. */
    void toldTo(final int peer, final Message message) {
        if (told.size() == REMEMBERED) {
            told.removeFirst();
        }
        told.add(match.nowMs() + " ms to " + peer + ' ' + match.sessions[peer].phase() + ": "
            + (message == null ? "what no decoder takes" : codecText(message)));
    }

    private String codecText(final Message message) {
        final String text = codec.toJson(message).toString();
        return text.length() > 400 ? text.substring(0, 400) + "…" : text;
    }

    String told() {
        return String.join("\n    ", told);
    }

    void keepTalking() {
        talking = random.nextBoolean();
    }

    /** Is this one of the lies that are told? Left out they are drawn all the same, so that those after stay alike. */
    private boolean isTold() {
        return count++ >= withoutLies;
    }

    void turn() {
        if (match.sessions[self] == null) {
            transport.poll(match.nowNs, (peer, lane, tag, payload) -> { });
        }
        if (!talking || match.nowMs() < silentMs || random.nextInt(oneInTurns) != 0) {
            return;
        }
        for (int i = random.nextInt(burst + 1); i > 0; i--) {
            final int victim = match.peer(random.nextInt(match.peers));
            if (victim != self && match.sessions[victim] != null) {
                lie(victim);
            }
        }
    }

    private void lie(final int victim) {
        final View view = new View(victim);
        final MessageType type = types.contains(MessageType.MEMBERSHIP) && random.nextBoolean()
            ? MessageType.MEMBERSHIP : types.get(random.nextInt(types.size()));
        byte[] bytes;
        if (random.nextInt(4) == 0 && heard[type.code()] != null) {
            bytes = heard[type.code()].clone();
        } else {
            bytes = encoded(lies.draw(type, kinds.get(random.nextInt(kinds.size())), view));
        }
        if (random.nextInt(3) == 0) {
            bytes = mutated(bytes);
        }
        final boolean usual = random.nextInt(5) != 0;
        final Lane lane = usual ? usualLane(type) : Lane.values()[random.nextInt(2)];
        final boolean ofHandshake = usual ? isOfHandshake(type) : random.nextBoolean();
        final int skipped = random.nextInt(300) == 0 ? 1 + random.nextInt(200) : 0;
        if (!isTold()) {
            return;
        }
        if (skipped > 0) {
            transport.skip(victim, lane, skipped);
        }
        if (ofHandshake) {
            transport.injectHandshake(victim, lane, bytes);
            pose(victim, bytes);
        } else {
            transport.inject(victim, lane, bytes);
        }
    }

    private static Lane usualLane(final MessageType type) {
        return type == MessageType.INPUT_WINDOW || type == MessageType.RELAY || type == MessageType.HEARTBEAT
            ? Lane.INPUT : Lane.CONTROL;
    }

    private static boolean isOfHandshake(final MessageType type) {
        return switch (type) {
            case HELLO, WELCOME, CHALLENGE, CHALLENGE_RESPONSE -> true;
            default -> false;
        };
    }

    private byte[] encoded(final Message message) {
        buffer.clear();
        message.encode(buffer);
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Changes a few bytes; what no decoder would take is tried again a few times. */
    private byte[] mutated(final byte[] bytes) {
        for (int i = 0; i < TRIES && bytes.length > 1; i++) {
            final byte[] changed = bytes.clone();
            final boolean whole = (bytes[0] == MEMBERSHIP || bytes[0] == TRANSFER)
                && bytes.length >= LISTS + Integer.BYTES && random.nextBoolean();
            final int at = whole ? field(bytes) : 1 + random.nextInt(bytes.length - 1);
            if (whole) {
                final byte fill = (byte) (random.nextBoolean() ? 0 : -1);
                Arrays.fill(changed, at, Math.min(bytes.length, at + Integer.BYTES), fill);
            }
            switch (whole ? -1 : random.nextInt(4)) {
                case -1 -> { }
                case 0 -> changed[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                case 1 -> changed[at] = (byte) random.nextInt();
                case 2 -> Arrays.fill(changed, at, Math.min(bytes.length, at + 1 + random.nextInt(8)), (byte) 0);
                default -> Arrays.fill(changed, at, Math.min(bytes.length, at + 1 + random.nextInt(8)), (byte) -1);
            }
            if (!Arrays.equals(changed, bytes) && codec.decode(ByteBuffer.wrap(changed)) == WireCode.OK) {
                return changed;
            }
        }
        return bytes;
    }

    /** Where a number of four bytes begins: in lists and streams rather one of the first, which say what follows. */
    private int field(final byte[] bytes) {
        final int drawn = random.nextInt(2 * FIELDS.length);
        if (bytes[0] == MEMBERSHIP && drawn < FIELDS.length) {
            return FIELDS[drawn];
        }
        final int from = bytes[0] == MEMBERSHIP ? LISTS : STREAM;
        final int words = (bytes.length - from) / Integer.BYTES;
        final int word = random.nextInt(random.nextBoolean() ? Math.min(2, words) : words);
        return Math.min(bytes.length - 1, from + Integer.BYTES * word);
    }

    /** Remembers a greeting in which it is another process, so that it can go on with that. */
    private void pose(final int victim, final byte[] bytes) {
        if (codec.decode(ByteBuffer.wrap(bytes)) == WireCode.OK && codec.decoded() == codec.hello()) {
            final Greeting said = codec.hello();
            posing[victim] = new Greeting(MessageType.HELLO);
            posing[victim].copy(said);
        }
    }

    @Override
    public byte[] outgoing(final int to, final Lane lane, final boolean handshake, final byte[] payload) {
        final int oneIn = payload[0] == TRANSFER ? Math.max(ONE_PART_IN, oneInChanged / 40) : oneInChanged;
        if (match.nowMs() < silentMs || random.nextInt(oneIn) != 0) {
            return payload;
        }
        final byte[] changed = mutated(payload);
        return isTold() ? changed : payload;
    }

    @Override
    public void incoming(final int from, final Lane lane, final byte[] payload) {
        final Greeting said = posing[from];
        if (said == null || match.sessions[from] == null || codec.decode(ByteBuffer.wrap(payload)) != WireCode.OK
            || !(codec.decoded() instanceof Challenge challenge) || challenge.salt() != said.salt()) {
            return;
        }
        posing[from] = null;
        final Greeting response = lies.proof(said, challenge.pepper(), new View(from));
        final byte[] proof = encoded(response);
        if (isTold()) {
            transport.injectHandshake(from, Lane.CONTROL, proof);
            final Session victim = match.sessions[from];
            transport.pose(from, response.matchId(), victim == null ? 0 : (int) victim.epoch().id(), said.incarnation(),
                incarnations[from]);
        }
    }

    /** What is known of one victim. */
    private final class View implements LiarsView {

        private final Session victim;

        View(final int peer) {
            victim = match.sessions[peer];
        }

        @Override
        public int self() {
            return self;
        }

        @Override
        public long frame() {
            return victim.frame();
        }

        @Override
        public long term() {
            return victim.term();
        }

        @Override
        public long epoch() {
            return victim.epoch().number();
        }

        @Override
        public long epochId() {
            return victim.epoch().id();
        }

        @Override
        public int members() {
            return victim.epoch().members().mask();
        }

        @Override
        public int incarnation(final int peer) {
            return random.nextBoolean() ? victim.epoch().incarnation(peer) : incarnations[peer];
        }

        @Override
        public int seats() {
            return match.seats;
        }

        @Override
        public int playersOf(final int peer) {
            return match.playersOf[peer];
        }

        @Override
        public int players() {
            return match.players;
        }

        @Override
        public int checksumInterval() {
            return match.checksumInterval;
        }

        @Override
        public long matchId() {
            return 0;
        }

        @Override
        public long nowMs() {
            return match.nowMs();
        }

        @Override
        public Message last(final MessageType type) {
            return decoded(heard[type.code()]);
        }

        @Override
        public MembershipMessage last(final MembershipMessage.Kind kind) {
            return (MembershipMessage) decoded(heardKinds[kind.ordinal()]);
        }

        private Message decoded(final byte[] bytes) {
            return bytes != null && codec.decode(ByteBuffer.wrap(bytes)) == WireCode.OK ? codec.decoded() : null;
        }
    }
}
