package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.examples.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--player 0 --listen h:0 --peer 1=h:2 | port '0' is not in 1 to 65535",
        "--player 0 --listen h:1 --peer 1=h:65536 | port '65536' is not in 1 to 65535",
        "--player 0 --listen h:1 --peer h:2 | 'h:2' is neither ID=HOST:PORT nor ID",
        "--player 0 --listen localhost:1 --peer 1 | Aeron has to know where player 1 is: say --peer 1=HOST:PORT, or",
        "--player 0 --listen localhost:1 --peer 1 --transport udp | peer 1 has no address, so whoever speaks first",
        "--player 0 --listen h:1 --peer 0=h:2 | names player 0, who plays here",
        "--player 0 --listen h:1 --peer 1=h:2 --peer 1=h:3 | player 1 is given twice",
        "--player 0 --listen h:1 --peer 3=h:2 | missing for player 1, 2 of the players 0 to 3",
        "--player 2 --listen h:1 --peer 0=h:2 | missing for player 1 of the players 0 to 2",
        "--player 32 --listen h:1 --peer 0=h:2 | --player is 32, allowed is 0 to 31",
        "--player 0 --listen h:1 --peer 1=h:2 --frames 0 | --frames is 0, allowed is 1 to",
        "--player 0 --listen h:1 --peer 1=h:2 --frames many | 'many' is not",
        "--player 0 --listen h:1 --peer 1=h:2 --tick-rate 1001 | --tick-rate is 1001, allowed is 1 to 1000",
        "--player 0 --listen h:1 --peer 1=h:2 --input-delay 31 | --input-delay is 31, allowed is 0 to 30",
        "--player 0 --listen h:1 --peer 1=h:2 --spectator-delay 5 | --spectator-delay is for --spectators",
        "--player 0 --listen h:1 --peer 1=h:2 --prediction 31 | --prediction is 31, allowed is 0 to 30",
        "--player 0 --listen h:1 --peer 1=h:2 --prediction -1 | --prediction is -1, allowed is 0 to 30",
        "--player 0 --listen h:1 --peer 1=h:2 --prediction some | 'some' is not",
        "--player 0 --listen h:1 --peer 1=h:2 --checksum-interval 0 | is 0, allowed is 1 to 128",
        "--player 0 --listen h:1 --peer 1=h:2 --timeout 601 | --timeout is 601, allowed is 1 to 600",
        "--player 0 --listen h:1 --peer 1=h:2 --protocol-mode xml | 'xml' is neither binary nor json",
        "--player 0 --listen h:1 --peer 1=h:2 --drop-timeout 1999 | --drop-timeout is 1999, allowed is 2000 to 60000",
        "--player 0 --listen h:1 --peer 1=h:2 --two-peer-policy DIE | 'DIE' is neither REJOIN nor CONTINUE_ALL nor ",
        "--player 0 --listen h:1 --peer 1=h:2 --token secret | 'secret' is not",
        "--player 0 --listen h:1 --peer 1=h:2 --desync-dir no/such | --desync-dir: there is no directory no/such",
        "--player 0 --listen h:1 --peer 1=h:2 --desync-policy FIX | 'FIX' is neither REPAIR nor HALT nor REPORT_ONLY",
        "--player 0 --listen h:1 --peer 1=h:2 --transport tcp | --transport 'tcp' is neither aeron nor udp",
        "--player 0 --listen h:1 --peer 1=h:2 --rejoin=now | 'now' is not",
        "--player 0 --listen h:1 --peer 1=h:2 --record= | the recording has no name",
        "--player 0 --listen h:1 --peer 1=h:2 --record=no/such/file | there is no directory ",
        "--player 0 --listen h:1 --peer 1=h:2 --record=target | target exists already; a recording replaces no file",
        "--player 0 --listen h:1 --peer 1=h:2 --record=f --snapshot-interval 0 | is 0, allowed is 1 to 1000000",
        "--player 0 --listen h:1 --peer 1=h:2 --jsn | Unknown option: '--jsn'",
        "--player 0 --listen h:1 | Missing required option: '--peer=ID[=HOST:PORT]'"})
    void shouldRefuseBadArgumentsWithOneClearLine(final String args, final String why) {
        final CommandRun run = CommandRun.of(("peer " + args).split(" "));
        assertEquals(2, run.code());
        assertTrue(run.err().get(0).startsWith("lockstep peer: "), run.err().toString());
        assertTrue(run.err().get(0).contains(why), run.err().toString());
        assertTrue(run.err().size() <= 2, run.err().toString());
        assertTrue(run.out().isEmpty(), run.out().toString());
    }

    @Test
    void shouldLeaveNoRecordingBehindWhenNothingWasPlayed(@TempDir final Path folder) {
        final Path file = folder.resolve("a.rec");
        final CommandRun run = CommandRun.of("peer", "--player", "0", "--listen", "127.0.0.1:1", "--peer",
            "1=nobody.invalid:2", "--rejoin", "--timeout", "1", "--record", file.toString());
        assertEquals(1, run.code());
        assertEquals(1, run.err().size(), run.err().toString());
        assertFalse(Files.exists(file));
    }

    @ParameterizedTest
    @CsvSource({"EVICTED,3", "MINORITY,4", "HALTED,5", "DESYNC,6", "TRANSPORT,1", "FINISHED,1"})
    void shouldTellByTheExitCodeWhatWentWrong(final EndReason reason, final int code) {
        assertEquals(code, ExitCode.of(reason));
    }

    @Test
    void shouldExplainItself() {
        final CommandRun run = CommandRun.of("peer", "--help");
        assertEquals(0, run.code());
        assertTrue(String.join("\n", run.out()).contains("or with --window you with the keyboard"));
        assertTrue(String.join("\n", run.out()).contains("Exit code"));
    }
}
