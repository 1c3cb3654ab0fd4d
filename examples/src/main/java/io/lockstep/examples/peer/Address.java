package io.lockstep.examples.peer;

/**
 * Where a peer listens, as typed on a command line.
 *
 * @param host name, IPv4 address or IPv6 address without brackets
 * @param port 1 to 65535
 */
public record Address(String host, int port) {

    /** Of a peer that has to speak first, because nobody knows where it is. */
    public static final Address UNKNOWN = new Address("", 0);

    private static final int MAX_PORT = 65_535;

    /**
     * Reads {@code HOST:PORT}; an IPv6 address stands in brackets.
     *
     * @param text what was typed
     * @return the address, not resolved
     * @throws IllegalArgumentException if it is none; the text says why
     */
    public static Address parse(final String text) {
        final int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
        }
        final String host = text.substring(0, colon);
        final boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (!bracketed && host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT; an IPv6 address needs brackets");
        }
        return new Address(bracketed ? host.substring(1, host.length() - 1) : host, port(text.substring(colon + 1)));
    }

    private static int port(final String text) {
        int port = -1;
        if (text.matches("[0-9]{1,5}")) {
            port = Integer.parseInt(text);
        }
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("port '" + text + "' is not in 1 to " + MAX_PORT);
        }
        return port;
    }

    @Override
    public String toString() {
        return equals(UNKNOWN) ? "not known" : (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
