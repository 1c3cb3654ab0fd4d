package io.lockstep.examples.peer;

import io.lockstep.aeron.AeronTransport;
import io.lockstep.aeron.AeronTransportConfig;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import java.util.Locale;
import java.util.Map;

/** What the peers of a match send their datagrams over; the same at every peer. */
public enum TransportKind {

    /** Aeron with a media driver of its own; see docs/TRANSPORT-AERON.md. Blocks about 0.3 s while that starts. */
    AERON("Aeron UDP") {
        @Override
        public Transport launch(final int player, final Address listen, final Map<Integer, Address> others,
                                final Protection protection) {
            final AeronTransportConfig config =
                new AeronTransportConfig().localPeer(player).listen(listen.host(), listen.port());
            others.forEach((other, address) -> {
                if (address.equals(Address.UNKNOWN)) {
                    throw new IllegalArgumentException("Aeron has to know where player " + other
                        + " is: say --peer " + other + "=HOST:PORT, or take --transport udp");
                }
                config.peer(other, address.host(), address.port());
            });
            if (protection.keys() != null) {
                config.keys(protection.keys());
            }
            return AeronTransport.launch(protection.insecure() ? config.insecure() : config);
        }
    },

    /** Plain UDP; see docs/TRANSPORT-UDP.md. */
    UDP("plain UDP") {
        @Override
        public Transport launch(final int player, final Address listen, final Map<Integer, Address> others,
                                final Protection protection) {
            final DatagramTransportConfig config =
                new DatagramTransportConfig().localPeer(player).listen(listen.host(), listen.port());
            others.forEach((other, address) -> {
                if (address.equals(Address.UNKNOWN)) {
                    config.peer(other);
                } else {
                    config.peer(other, address.host(), address.port());
                }
            });
            if (protection.keys() != null) {
                config.keys(protection.keys());
            }
            return DatagramTransport.launch(protection.insecure() ? config.insecure() : config);
        }
    };

    private final String text;

    TransportKind(final String text) {
        this.text = text;
    }

    /**
     * Starts a transport.
     *
     * @param player     who plays here
     * @param listen     where this peer listens
     * @param others     where every other player listens
     * @param protection what keeps strangers out
     * @return a transport that has sent nothing yet
     * @throws io.lockstep.core.transport.TransportException if it cannot start
     */
    public abstract Transport launch(int player, Address listen, Map<Integer, Address> others, Protection protection);

    /**
     * Reads what somebody has typed.
     *
     * @param text such as {@code udp}
     * @return what it means
     * @throws IllegalArgumentException with one line for a person if it means nothing
     */
    public static TransportKind parse(final String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "aeron" -> AERON;
            case "udp" -> UDP;
            default -> throw new IllegalArgumentException("--transport '" + text + "' is neither aeron nor udp");
        };
    }

    /**
     * What it is called in a sentence.
     *
     * @return such as {@code plain UDP}
     */
    public String text() {
        return text;
    }
}
