package io.lockstep.examples;

import io.lockstep.aeron.AeronTransportConfig;
import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.internal.desync.DesyncWatch;
import io.lockstep.core.internal.desync.RepairTarget;
import io.lockstep.core.internal.feed.FeedLimits;
import io.lockstep.core.internal.feed.FeedPacket;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.play.FrameHistory;
import io.lockstep.core.internal.play.OpeningOrders;
import io.lockstep.core.internal.protocol.ChecksumList;
import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.StateDeflater;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.sync.StateHistory;
import io.lockstep.core.internal.transfer.StateReceiver;
import io.lockstep.core.internal.transfer.StreamReceiver;
import io.lockstep.core.internal.transfer.StreamSender;
import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.replay.RecordingWriter;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import io.lockstep.lobby.LanSearch;
import io.lockstep.lobby.LobbyClient;
import io.lockstep.lobby.LobbyConfig;
import io.lockstep.testkit.SwarmTest;
import io.lockstep.testkit.SyncTest;
import io.lockstep.transport.ice.PathMesh;
import io.lockstep.transport.ice.PathSocket;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers in the prose and the tables of the pages, each with the constant that it repeats. */
final class PageNumbers {

    private static final double MS = 1e6;
    private static final double S = 1e9;
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    /** With a point or with commas; not the end of a longer one. */
    private static final String NUMBER = "(?<![\\d.,])(\\d[\\d,]*(?:\\.\\d+)?)";

    private static final String UDP = "docs/TRANSPORT-UDP.md";
    private static final String AERON = "docs/TRANSPORT-AERON.md";
    private static final String WIRE = "docs/WIRE.md";
    private static final String SPECTATORS = "docs/SPECTATORS.md";
    private static final String STATE_SYNC = "docs/STATE-SYNC.md";
    private static final String DESYNC = "docs/DESYNC.md";
    private static final String REPLAY = "docs/REPLAY.md";
    private static final String INTERNET = "docs/INTERNET.md";
    private static final String SIMULATE = "docs/SIMULATE-YOUR-GAME.md";
    private static final String GLOSSARY = "docs/GLOSSARY.md";
    private static final String DELAY = "docs/guides/INPUT-DELAY.md";

    /**
     * A number of a page.
     *
     * @param page  relative to the project
     * @param words around it, with the number as the only group; where they stand more than once, each is meant
     * @param owner who has it
     * @param value there, in the page's unit
     */
    record Row(String page, String words, String owner, double value) { }

    static final List<Row> ROWS = List.of(
        new Row("README.md", "makes no progress for # s", "SessionConfig", SessionConfig.DEFAULT_DROP_TIMEOUT_MS / 1e3),
        new Row("README.md", "after # s of that within", "SessionConfig", SessionConfig.DEFAULT_WAIT_BUDGET_MS / 1e3),
        new Row("README.md", "Every # frames \\(`checksumI", "SessionConfig", SessionConfig.DEFAULT_CHECKSUM_INTERVAL),
        new Row("README.md", "An input has # bytes", "SessionConfig", SessionConfig.DEFAULT_INPUT_BYTES),
        new Row("README.md", "otherwise \\(1 to #\\)", "SessionConfig", SessionConfig.MAX_INPUT_BYTES),
        new Row("README.md", "2 to # players, every peer", "Message", Message.MAX_PLAYERS),
        new Row(UDP, "`localPeer\\(id\\)` \\| required \\| 0 to #:", "DatagramTransportConfig",
            DatagramTransportConfig.MAX_PEERS - 1),
        new Row(UDP, "`maxPayload\\(bytes\\)` \\| #", "DatagramTransportConfig",
            DatagramTransportConfig.DEFAULT_MAX_PAYLOAD),
        new Row(UDP, "480 to #, equal", "Packet", Packet.MAX_MESSAGE_BYTES - Packet.TAG_BYTES),
        new Row(UDP, "up to # on INPUT and", "Packet", Packet.MAX_CHUNK_BYTES),
        new Row(UDP, "on INPUT and # on CONTROL", "Packet", Packet.MAX_CHUNK_BYTES - Packet.TAG_BYTES),
        new Row(UDP, "`socketBufferLength\\(bytes\\)` \\| # KiB", "DatagramTransportConfig",
            DatagramTransportConfig.DEFAULT_SOCKET_BUFFER_LENGTH / KIB),
        new Row(UDP, "acknowledges each # bytes", "Packet", Packet.MAX_CHUNK_BYTES),
        new Row(UDP, "looked for: # bytes pass", "Packet", Packet.MAX_BYTES),
        new Row(AERON, "`localPeer\\(id\\)` \\| required \\| 0 to #:", "AeronTransportConfig",
            AeronTransportConfig.MAX_PEERS - 1),
        new Row(AERON, "`mtu\\(bytes\\)` \\| #;", "AeronTransportConfig", AeronTransportConfig.DEFAULT_MTU),
        new Row(AERON, "; # over a packet socket", "AeronTransportConfig", AeronTransportConfig.PACKET_MTU),
        new Row(AERON, "The MTU is #,", "AeronTransportConfig", AeronTransportConfig.PACKET_MTU),
        new Row(AERON, "`termLength\\(bytes\\)` \\| # KiB", "AeronTransportConfig",
            AeronTransportConfig.DEFAULT_TERM_LENGTH / KIB),
        new Row(AERON, "`socketBufferLength\\(bytes\\)` \\| # KiB", "AeronTransportConfig",
            AeronTransportConfig.DEFAULT_SOCKET_BUFFER_LENGTH / KIB),
        new Row(AERON, "two receiver windows of # KiB", "AeronTransportConfig",
            AeronTransportConfig.RECEIVER_WINDOW / KIB),
        new Row(WIRE, "players of a match and of a link \\| #", "Message", Message.MAX_PLAYERS),
        new Row(WIRE, "\\| one input \\| # bytes", "WireLimits", WireLimits.MAX_INPUT_BYTES),
        new Row(WIRE, "\\| one input \\| 64 bytes, # by default", "WireLimits", WireLimits.DEFAULT_INPUT_BYTES),
        new Row(WIRE, "one event of an InputWindow \\| # bytes", "WireLimits", WireLimits.MAX_EVENT_BYTES),
        new Row(WIRE, "InputWindow \\| 255 bytes, # by default", "WireLimits", WireLimits.DEFAULT_EVENT_BYTES),
        new Row(WIRE, "events of a FrameInput \\| # bytes", "FrameInput", FrameInput.MAX_EVENT_BYTES),
        new Row(WIRE, "frames of an InputWindow \\| # ", "InputWindow", InputWindow.MAX_FRAMES),
        new Row(WIRE, "checksums of an InputWindow \\| # ", "ChecksumList", ChecksumList.MAX_ENTRIES),
        new Row(WIRE, "chain of a Membership \\| # ", "MembershipMessage", MembershipMessage.MAX_CHAIN),
        new Row(WIRE, "inflated state \\| # MiB", "WireLimits", WireLimits.DEFAULT_STATE_BYTES / MIB),
        new Row(WIRE, "by default, # MiB at most", "WireLimits", WireLimits.MAX_STATE_BYTES / MIB),
        new Row(WIRE, "for one payload byte \\| # ", "StateDeflater", StateDeflater.MAX_RATIO),
        new Row(WIRE, "game id, mismatch value \\| #,", "SessionConfig", SessionConfig.MAX_GAME_ID_LENGTH),
        new Row(WIRE, "mismatch value \\| 32, # bytes", "Goodbye", Goodbye.MAX_VALUE_LENGTH),
        new Row(WIRE, "one chunk of a Transfer \\| # bytes", "TransferMessage", TransferMessage.MAX_CHUNK_BYTES),
        new Row(WIRE, "ahead of an acknowledgement \\| # ", "StreamSender", StreamSender.WINDOW_CHUNKS),
        new Row(WIRE, "the sender waits 60 ms instead of #", "StreamSender", StreamSender.PARTIAL_DELAY_NS / MS),
        new Row(WIRE, "after # ms, and at once what is out of", "StreamReceiver", StreamReceiver.ACK_DELAY_NS / MS),
        new Row(WIRE, "packets of up to # bytes", "Packet", Packet.MAX_BYTES),
        new Row(WIRE, "chunks of # bytes, counted from 0", "Packet", Packet.MAX_CHUNK_BYTES),
        new Row(WIRE, "matchConfig \\| \\| 0 to # bytes", "SessionConfig", SessionConfig.MAX_MATCH_CONFIG_BYTES),
        new Row(SPECTATORS, "`peer --spectator-delay`, 0 to # s", "FeedConfig", FeedConfig.MAX_DELAY_MS / 1e3),
        new Row(SPECTATORS, "of at most # bytes, little-endian", "FeedLimits", FeedLimits.MAX_DATAGRAM_BYTES),
        new Row(SPECTATORS, "older than the delay less # s", "FeedLimits", FeedLimits.ON_THE_WAY_NS / S),
        new Row(SPECTATORS, "feeds others\\), zeros to # bytes", "FeedPacket", FeedPacket.HELLO_BYTES),
        new Row(SPECTATORS, "spectators of a player \\| #", "FeedConfig", FeedConfig.MAX_SPECTATORS),
        new Row(SPECTATORS, "spectators of a spectator \\| #", "FeedLimits", FeedLimits.MAX_AT_SPECTATOR),
        new Row(SPECTATORS, "levels \\| #", "FeedLimits", FeedLimits.MAX_DEPTH),
        new Row(SPECTATORS, "a second to all \\| # KiB", "FeedConfig", FeedConfig.DEFAULT_BYTES_PER_SECOND / KIB),
        new Row(SPECTATORS, "taken in a poll \\| #", "FeedLimits", FeedLimits.MAX_DATAGRAMS_PER_POLL),
        new Row(SPECTATORS, "which one is dropped \\| # s", "FeedLimits", FeedLimits.MAX_LAG_NS / S),
        new Row(SPECTATORS, "of a spectator \\| # s,", "FeedLimits", FeedLimits.PARENT_SILENCE_NS / S),
        new Row(SPECTATORS, "of a spectator \\| 3 s, # s", "FeedLimits", FeedLimits.CHILD_SILENCE_NS / S),
        new Row(SPECTATORS, "nobody to watch \\| # s", "FeedLimits", FeedLimits.GIVE_UP_NS / S),
        new Row(REPLAY, "A snapshot, each # frames", "RecordingWriter", RecordingWriter.DEFAULT_SNAPSHOT_FRAMES),
        new Row(REPLAY, "States above # MiB", "RecordingFormat", RecordingFormat.MAX_STATE_BYTES / MIB),
        new Row(REPLAY, "whenever # KiB are full", "RecordingFormat", RecordingFormat.FULL_STREAM_BYTES / KIB),
        new Row(REPLAY, "\\| 8-9 \\| version, #;", "HeaderFormat", HeaderFormat.VERSION),
        new Row(REPLAY, "of a kind from # to 127", "RecordingFormat", RecordingFormat.FIRST_OPTIONAL),
        new Row(STATE_SYNC, "compresses it, # KiB in each poll", "StateDeflater", StateDeflater.SLICE_BYTES / KIB),
        new Row(STATE_SYNC, "at # KiB/s for all receivers", "StreamSender",
            StreamSender.DEFAULT_BYTES_PER_SECOND / KIB),
        new Row(STATE_SYNC, "at most # KiB in each poll", "StateReceiver", StateReceiver.SLICE_BYTES / KIB),
        new Row(STATE_SYNC, "packed, up to # MiB", "FrameHistory", FrameHistory.MAX_BYTES / MIB),
        new Row(STATE_SYNC, "are replayed, # in each poll", "RepairTarget", RepairTarget.REPLAY_PER_POLL),
        new Row(STATE_SYNC, "\\| state \\| # MiB", "WireLimits", WireLimits.DEFAULT_STATE_BYTES / MIB),
        new Row(STATE_SYNC, "inflated \\| # bytes for one", "StateDeflater", StateDeflater.MAX_RATIO),
        new Row(DESYNC, "\\(every # frames, `checksumI", "SessionConfig", SessionConfig.DEFAULT_CHECKSUM_INTERVAL),
        new Row(DESYNC, "of the last # frames", "ChecksumLog", ChecksumLog.FRAMES),
        new Row(DESYNC, "looks into # differences", "DesyncWatch", DesyncWatch.MAX_REPORTS),
        new Row(DESYNC, "for states up to # MiB", "StateHistory", StateHistory.DEFAULT_STATE_BYTES / MIB),
        new Row(DESYNC, "beyond # of them", "ChecksumWriter", ChecksumWriter.MAX_SECTIONS),
        new Row("docs/ELECTION.md", "have ordered it within # frames", "OpeningOrders", OpeningOrders.SECONDED_WITHIN),
        new Row("docs/NETWORK.md", "one stalled tick in # frames", "SessionConfig", SessionConfig.DEFAULT_STALL_PRICE),
        new Row("docs/SECURITY.md", "A match key is # random bytes", "MatchKey", MatchKey.BYTES),
        new Row("docs/SECURITY.md", "# of a peer are answered in one poll", "Link", Link.MOST_ANSWERS),
        new Row("docs/SEEING-A-MATCH.md", "at most # events wait", "EventQueue", EventQueue.CAPACITY),
        new Row(SIMULATE, "be ahead, 1 to #\\.", "SyncTest", SyncTest.MAX_ROLLBACK),
        new Row(SIMULATE, "of the # matches that `SwarmTest`", "SwarmTest", SwarmTest.DEFAULT_SEEDS),
        new Row(SIMULATE, "drawChurn\\(seed, #\\)", "SwarmTest", SwarmTest.DEFAULT_FRAMES),
        new Row("docs/ROLLBACK.md", "window, 0 to # frames", "PredictionOptions", PredictionOptions.MAX_FRAMES),
        new Row(GLOSSARY, "compare checksums: each #th", "SessionConfig", SessionConfig.DEFAULT_CHECKSUM_INTERVAL),
        new Row(GLOSSARY, "agree to go on, # s", "SessionConfig", SessionConfig.DEFAULT_DROP_TIMEOUT_MS / 1e3),
        new Row(GLOSSARY, "does in a frame, # bytes", "SessionConfig", SessionConfig.DEFAULT_INPUT_BYTES),
        new Row(GLOSSARY, "unless said otherwise, at most #", "SessionConfig", SessionConfig.MAX_INPUT_BYTES),
        new Row(GLOSSARY, "a frame is due: # times", "SessionConfig", SessionConfig.DEFAULT_TICK_RATE),
        new Row(GLOSSARY, "within five minutes, # s", "SessionConfig", SessionConfig.DEFAULT_WAIT_BUDGET_MS / 1e3),
        new Row(DELAY, "// # by default", "SessionConfig", SessionConfig.DEFAULT_STALL_PRICE),
        new Row(DELAY, "by default # frame and", "InputDelayController", InputDelayController.DEFAULT_MIN_TICKS),
        new Row(DELAY, "frame and # ms", "InputDelayController", InputDelayController.DEFAULT_MAX_NS / MS),
        new Row("docs/guides/DROP-AND-REJOIN.md", "stands for # s", "SessionConfig",
            SessionConfig.DEFAULT_DROP_TIMEOUT_MS / 1e3),
        new Row(INTERNET, "to find a way, at most # bytes", "PathMesh", PathMesh.MAX_LETTER_BYTES),
        new Row(INTERNET, "as packets of # bytes, one more", "PathSocket", PathSocket.MAX_PACKET_BYTES + 1),
        new Row(INTERNET, "carries packets of # to", "PathSocket", PathSocket.MIN_PACKET_BYTES),
        new Row(INTERNET, "packets of 2 to # bytes", "PathSocket", PathSocket.MAX_PACKET_BYTES),
        new Row(INTERNET, "its packets are of # bytes at most", "AeronTransportConfig",
            AeronTransportConfig.PACKET_MTU),
        new Row(INTERNET, "half second, for # s", "LanSearch", LanSearch.LONGEST.toSeconds()),
        new Row(INTERNET, "\\| letter \\| # B", "LobbyClient", LobbyClient.MAX_LETTER_BYTES),
        new Row(INTERNET, "32 characters, 64 B, # B", "LobbyClient", LobbyClient.MAX_CONFIG_BYTES),
        new Row(INTERNET, "on 127.0.0.1:#,", "LobbyConfig", LobbyConfig.DEFAULT_PORT));

    private PageNumbers() {
    }

    /** A text in one line: where a page ends its lines means nothing. */
    static String line(final String text) {
        return String.join(" ", text.strip().split("\\s+"));
    }

    /** What is wrong with a number in a page, as one line; nothing if it is there and right wherever it is. */
    static List<String> complaints(final Row row, final String line) {
        final Matcher found = Pattern.compile(row.words.replace("#", NUMBER)).matcher(line);
        final List<String> complaints = new ArrayList<>();
        int places = 0;
        while (found.find()) {
            places++;
            final String said = found.group(1);
            if (new BigDecimal(said.replace(",", "")).compareTo(BigDecimal.valueOf(row.value)) != 0) {
                complaints.add(row.page + " says " + said + ", " + row.owner + " has "
                    + BigDecimal.valueOf(row.value).stripTrailingZeros().toPlainString() + ": " + found.group());
            }
        }
        if (places == 0) {
            complaints.add(row.page + " does not say \"" + row.words + "\" any more, a number of " + row.owner);
        }
        return complaints;
    }
}
