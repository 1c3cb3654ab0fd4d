package io.lockstep.codecs.ecs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.codecs.json.JsonWriter;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class EcsJsonTest {

    private final JsonWriter writer = new JsonWriter();

    private static ByteBuffer bytes(final String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    @Test
    void shouldWriteWhatTheInstructionsSay() {
        final String hex = "000007" + "0200070002" + "030007000264" + "0400070002" + "010007";
        assertEquals(EcsCode.OK, EcsJson.instructions(EcsGolden.TABLE, bytes(hex), writer));
        assertEquals("[{\"op\":\"create\",\"entity\":7},{\"op\":\"attach\",\"entity\":7,\"component\":\"Health\"},"
            + "{\"op\":\"update\",\"entity\":7,\"component\":\"Health\",\"data\":\"64\"},"
            + "{\"op\":\"detach\",\"entity\":7,\"component\":\"Health\"},{\"op\":\"delete\",\"entity\":7}]",
            writer.toString());
        assertEquals(EcsCode.TRUNCATED, EcsJson.instructions(EcsGolden.TABLE, bytes("00000701"), writer.reset()));
        assertEquals("[{\"op\":\"create\",\"entity\":7}]", writer.toString());
    }

    @Test
    void shouldWriteTheTableAndTheKeys() {
        EcsJson.table(EcsGolden.TABLE, writer);
        assertEquals("[\"Position\",\"Velocity\",\"Health\"]", writer.toString());
        assertEquals(EcsCode.OK, EcsJson.keys(bytes("00090b"), writer.reset()));
        assertEquals("[\"right-pressed\",\"left-click-released\",\"right-click-released\"]", writer.toString());
        assertEquals(EcsCode.OPCODE, EcsJson.keys(bytes("010c"), writer.reset()));
    }
}
