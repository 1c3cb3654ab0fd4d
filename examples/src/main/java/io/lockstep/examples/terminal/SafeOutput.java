package io.lockstep.examples.terminal;

import io.lockstep.core.security.SafeText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * A filter for standard output and standard error. It passes each line through {@link SafeText}, so that a name, a
 * label, an error or a file of another party cannot move the cursor, change colours or reverse text. It is not
 * thread-safe; the {@link PrintStream} that writes to it is.
 */
final class SafeOutput extends OutputStream {

    private final OutputStream to;
    private final Charset charset;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    SafeOutput(final OutputStream to, final Charset charset) {
        this.to = to;
        this.charset = charset;
    }

    /** Filters standard output and standard error for the rest of the process. */
    static void install(final PrintStream out, final PrintStream err) {
        final Charset charset = terminalCharset();
        System.setOut(new PrintStream(new SafeOutput(out, charset), true, charset));
        System.setErr(new PrintStream(new SafeOutput(err, charset), true, charset));
    }

    /** Returns the terminal's charset. Java 19 and newer set the first property, Java 17 and newer the second one. */
    static Charset terminalCharset() {
        return Charset.forName(System.getProperty("stdout.encoding",
            System.getProperty("native.encoding", Charset.defaultCharset().name())));
    }

    @Override
    public void write(final int b) throws IOException {
        line.write(b);
        if (b == '\n') {
            pass();
        }
    }

    @Override
    public void write(final byte[] bytes, final int offset, final int length) throws IOException {
        int from = offset;
        for (int at = offset; at < offset + length; at++) {
            if (bytes[at] == '\n') {
                line.write(bytes, from, at + 1 - from);
                from = at + 1;
                pass();
            }
        }
        line.write(bytes, from, offset + length - from);
    }

    @Override
    public void flush() throws IOException {
        pass();
        to.flush();
    }

    private void pass() throws IOException {
        final String text = line.toString(charset);
        line.reset();
        final String end = text.endsWith("\r\n") ? "\r\n" : text.endsWith("\n") ? "\n" : "";
        final String[] cells = text.substring(0, text.length() - end.length()).split("\t", -1);
        final StringBuilder safe = new StringBuilder(text.length());
        for (int i = 0; i < cells.length; i++) {
            safe.append(i > 0 ? "\t" : "").append(SafeText.of(cells[i], Integer.MAX_VALUE));
        }
        to.write(safe.append(end).toString().getBytes(charset));
    }
}
