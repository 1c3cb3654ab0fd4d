package io.lockstep.examples.meeting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is filled in, and the line that says what is wrong with it. */
class InvitationTest {

    private static final String LOBBY = "https://lobby.example.org";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Ann | https://lobby.example.org | '' | The code is missing: ask your friend",
        "Ann | https://lobby.example.org | hello | A code has 8 letters and digits, such as 7K2P-M3XD; 'HELLO' has 5.",
        "Ann | https://lobby.example.org | --help-me | 'HELPME' has 6.",
        "Ann | https://lobby.example.org | 7K2P+M3XD | '7K2P+M3XD' has others.",
        "Ann | nowhere | 7K2P-M3XD | 'nowhere' is no address of a lobby: write https://host",
        "Ann | ftp://example.org | 7K2P-M3XD | 'ftp://example.org' is no address of a lobby",
        "'' | https://lobby.example.org | 7K2P-M3XD | The name '' will not do",
        "123456789012345678901234567890123 | https://lobby.example.org | 7K2P-M3XD | a name has 1 to 32"})
    void shouldSayWhatToWriteInstead(final String name, final String lobby, final String code, final String line) {
        final String problem = new Invitation(false, name, lobby, 2, code).problem();
        assertTrue(problem != null && problem.contains(line), problem);
    }

    @Test
    void shouldNeedNoCodeToHostOrToLookForTheOnlyMatchOfTheNetwork() {
        assertNull(new Invitation(true, "Ann", LOBBY, 2, "half a code").problem());
        assertNull(new Invitation(false, "Ann", null, 2, "").problem());
        assertNull(new Invitation(false, "Ann", null, 2, " 7k2p m3xd ").problem());
    }

    @Test
    void shouldBecomeTheCommandThatOneWouldType() {
        assertEquals(List.of("host", "--seats=3", "--lobby=" + LOBBY, "--name=Ann of Ends", "--window"),
            new Invitation(true, " Ann of Ends", LOBBY + ' ', 3, "").typed());
        assertEquals(List.of("host", "--seats=2", "--lan", "--name=-x", "--window"),
            new Invitation(true, "-x", null, 2, "").typed());
        assertEquals(List.of("join", "7K2P-M3XD", "--lobby=" + LOBBY, "--name=Bob", "--window"),
            new Invitation(false, "Bob", LOBBY, 2, "7k2p m3xd").typed());
        assertEquals(List.of("join", "--lan", "--name=Bob", "--window"),
            new Invitation(false, "Bob", null, 2, "").typed());
    }
}
