package io.lockstep.examples.inspect;

import io.lockstep.core.codec.JsonWriter;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.WireCode;
import io.lockstep.core.protocol.WireLimits;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code lockstep inspect}: datagrams as lines of hexadecimal digits on standard input, one JSON object a line on
 * standard output; {@code --encode} the other way. A bad line prints an object with its error, and reading goes on.
 */
@Command(name = "inspect",
    description = {"Reads datagrams as lines of hexadecimal digits and prints each as one line of JSON.",
        "A bad line prints {\"error\":\"CODE\",\"detail\":\"...\"} and reading goes on; the exit code is then 1."})
public final class InspectCommand implements Callable<Integer> {

    /** Longest line: a state of the largest size, not compressible, in hexadecimal within JSON in hexadecimal. */
    static final int MAX_LINE_BYTES = 4 * WireLimits.DEFAULT_STATE_BYTES + (1 << 20);

    private static final int OUTPUT_BUFFER_BYTES = 64 << 10;

    private final InputStream in;
    private final OutputStream out;
    private CommandSpec spec;
    private int inputBytes = WireLimits.DEFAULT_INPUT_BYTES;

    @Option(names = "--encode", description = "Reads JSON objects and prints hexadecimal; \"length\" is ignored.")
    private boolean encode;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help and exits.")
    private boolean help;

    /** On standard input and output. */
    public InspectCommand() {
        this(System.in, System.out);
    }

    /**
     * On streams of the caller.
     *
     * @param in  where lines come from
     * @param out where lines go
     */
    public InspectCommand(final InputStream in, final OutputStream out) {
        this.in = in;
        this.out = out;
    }

    @Spec
    void spec(final CommandSpec own) {
        spec = own;
        final List<String> footer = new ArrayList<>();
        footer.add("%nError codes:");
        for (final WireCode code : WireCode.values()) {
            if (code != WireCode.OK) {
                footer.add(String.format(Locale.ROOT, "  %-14s %s", code, code.meaning()));
            }
        }
        own.usageMessage().footer(footer.toArray(new String[0]));
    }

    @Option(names = "--input-bytes", paramLabel = "N", description = "Length of one input in the types beyond the "
        + "document's six, 1 to " + WireLimits.MAX_INPUT_BYTES + " (default " + WireLimits.DEFAULT_INPUT_BYTES + ").")
    void inputBytes(final int bytes) {
        if (bytes < 1 || bytes > WireLimits.MAX_INPUT_BYTES) {
            throw new ParameterException(spec.commandLine(),
                "--input-bytes " + bytes + " is not in 1 to " + WireLimits.MAX_INPUT_BYTES);
        }
        inputBytes = bytes;
    }

    @Override
    public Integer call() throws IOException {
        final Translator translator = new Translator(new WireLimits(inputBytes, Message.MAX_PLAYERS,
            WireLimits.MAX_EVENT_BYTES, WireLimits.DEFAULT_STATE_BYTES));
        final LineReader lines = new LineReader(in, MAX_LINE_BYTES);
        final OutputStream buffered = new BufferedOutputStream(out, OUTPUT_BUFFER_BYTES);
        boolean failed = false;
        while (lines.next()) {
            final WireCode code = translate(translator, lines);
            failed |= code != WireCode.OK;
            final String answer = code == WireCode.OK ? translator.result() : error(code, translator.detail());
            if (!print(buffered, answer, lines)) {
                break;
            }
        }
        flush(buffered);
        return failed ? 1 : 0;
    }

    private WireCode translate(final Translator translator, final LineReader lines) {
        if (lines.tooLong()) {
            return translator.refuse(WireCode.TOO_LARGE, "the line has more than " + MAX_LINE_BYTES + " bytes");
        }
        return encode ? translator.toHex(lines.trimmed()) : translator.toJson(lines.trimmed());
    }

    private static String error(final WireCode code, final String detail) {
        return new JsonWriter().beginObject().name("error").string(code.name()).name("detail").string(detail)
            .endObject().toString();
    }

    /** Prints a line, and sends it off when the next one may take its time; false when nobody listens any more. */
    private boolean print(final OutputStream buffered, final String answer, final LineReader lines) throws IOException {
        try {
            buffered.write(answer.getBytes(StandardCharsets.UTF_8));
            buffered.write('\n');
        } catch (final IOException e) {
            return false;
        }
        if (lines.mayBlock() && !flush(buffered)) {
            return false;
        }
        return !(out instanceof PrintStream stream) || !stream.checkError();
    }

    private static boolean flush(final OutputStream buffered) {
        try {
            buffered.flush();
            return true;
        } catch (final IOException e) {
            // A closed pipe: whoever read has enough.
            return false;
        }
    }
}
