package io.lockstep.core.internal.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.replay.HandMatch;
import io.lockstep.core.session.SessionConfig;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HeaderFormatTest {

    private static String hex(final ByteBuffer header) {
        return HexFormat.of().formatHex(header.array(), header.position(), header.limit());
    }

    @Test
    void shouldWriteThisHeader() {
        final String expected = "894c53520d0a1a0a" + "0100" + "4200" + "7856341200000000" + "efcdab8967452301"
            + "0a00000000000000" + "3c00" + "1e00" + "02" + "01" + "02" + "08" + "04" + "06" + "03" + "0001"
            + "68616e64" + "622d312e302b" + "0a0b0c" + "dbd628a7";
        assertEquals(expected, hex(HeaderFormat.encode(HandMatch.MATCH, "b-1.0+")));
    }

    @Test
    void shouldHaveRoomForTheLongestOfEverything() {
        final ByteBuffer header = HeaderFormat.encode(new MatchDescription(
            "g".repeat(SessionConfig.MAX_GAME_ID_LENGTH), -1, -1, Collections.nCopies(32, 31), 31, 1000, 64, 255,
            0xFFFF, Long.MAX_VALUE, ByteBuffer.allocate(SessionConfig.MAX_MATCH_CONFIG_BYTES)),
            "b".repeat(HeaderFormat.MAX_BUILD_ID_LENGTH));
        assertEquals(HeaderFormat.MAX_BYTES, header.remaining());
        assertEquals(47 + 32 + 32 + 64 + 255 + 4, header.remaining());
        final String fixed = "894c53520d0a1a0a" + "0100" + "b201" + "f".repeat(32) + "ffffffffffffff7f" + "e803"
            + "ffff" + "20" + "1f" + "40" + "ff" + "20" + "40" + "ff" + "1f".repeat(32) + "67".repeat(32)
            + "62".repeat(64);
        assertEquals(fixed, hex(header).substring(0, fixed.length()));
    }

    @Test
    void shouldTellPrintableCharactersFromOthers() {
        assertTrue(HeaderFormat.isPrintable(""));
        assertTrue(HeaderFormat.isPrintable(" a~"));
        assertFalse(HeaderFormat.isPrintable("a\u001f"));
        assertFalse(HeaderFormat.isPrintable("a\u007f"));
        assertFalse(HeaderFormat.isPrintable("\u00e9"));
    }
}
