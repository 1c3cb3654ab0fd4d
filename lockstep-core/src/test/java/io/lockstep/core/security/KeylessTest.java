package io.lockstep.core.security;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeylessTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.1.1", "::1",
        "fe80::1", "fd12::1", "fc00::1"})
    void shouldPlayWithoutKeysOnTheLocalNetwork(final String address) throws UnknownHostException {
        final InetAddress local = InetAddress.getByName(address);
        assertDoesNotThrow(() -> Keyless.check(1, local));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "172.32.0.1", "192.169.0.1", "100.64.0.1", "203.0.113.1", "2001:db8::1"})
    void shouldNotPlayWithoutKeysOverTheInternet(final String address) throws UnknownHostException {
        final InetAddress far = InetAddress.getByName(address);
        assertThrows(IllegalArgumentException.class, () -> Keyless.check(1, far));
    }
}
