package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

    @ParameterizedTest
    @CsvSource({"127.0.0.1:7000,127.0.0.1,7000", "a.example:1,a.example,1", "[::1]:65535,::1,65535"})
    void shouldReadAddresses(final String text, final String host, final int port) {
        assertEquals(new Address(host, port), Address.parse(text));
        assertEquals(text, Address.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", ":7000", "host:", "host:0", "host:65536", "host:-1", "host:7000x", "::1:7000"})
    void shouldSayWhatIsWrong(final String text) {
        final String why = assertThrows(IllegalArgumentException.class, () -> Address.parse(text)).getMessage();
        assertTrue(why.contains("HOST:PORT") || why.contains("1 to 65535"), why);
    }
}
