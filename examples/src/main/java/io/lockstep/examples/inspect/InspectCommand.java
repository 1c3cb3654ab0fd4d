package io.lockstep.examples.inspect;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.examples.formats.Answer;
import io.lockstep.examples.formats.Format;
import io.lockstep.examples.formats.LockstepFormat;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code lockstep inspect}: messages as lines of hexadecimal digits, one JSON object a line on standard output;
 * {@code --encode} the other way. A bad line prints an object with its error, and reading goes on.
 */
@Command(name = "inspect",
    description = {"Reads messages as lines of hexadecimal digits and prints each as one line of JSON.",
        "A bad line prints {\"error\":\"CODE\",\"detail\":\"...\"} and reading goes on; the exit code is then 1."})
public final class InspectCommand implements Callable<Integer> {

    /** Longest line: a state of the largest size, not compressible, in hexadecimal within JSON in hexadecimal. */
    static final int MAX_LINE_BYTES = 4 * WireLimits.DEFAULT_STATE_BYTES + (1 << 20);

    private static final int OUTPUT_BUFFER_BYTES = 64 << 10;

    private final InputStream in;
    private final OutputStream out;
    private final TextForm textForm = new TextForm();
    private CommandSpec spec;

    @Mixin
    private FormatOptions options;

    @Parameters(paramLabel = "HEX", description = "Messages; without any, lines of standard input.")
    private List<String> messages = new ArrayList<>();

    @Option(names = "--file", paramLabel = "FILE", description = "Reads the lines of a file instead.")
    private Path file;

    @Option(names = "--json", description = "Prints one JSON object a line, which is also the default.")
    private boolean json;

    @Option(names = "--text", description = "Prints a line for each field, and an empty line behind each message.")
    private boolean text;

    @Option(names = "--encode", description = "Reads JSON objects and prints hexadecimal; \"length\" is ignored.")
    private boolean encode;

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
        footer.add("%nError codes of lockstep; docs/CODECS.md has those of the others:");
        for (final WireCode code : WireCode.values()) {
            if (code != WireCode.OK) {
                footer.add(String.format(Locale.ROOT, "  %-14s %s", code, code.meaning()));
            }
        }
        own.usageMessage().footer(footer.toArray(new String[0]));
    }

    @Override
    public Integer call() throws IOException {
        if (text && (json || encode)) {
            throw new ParameterException(spec.commandLine(), "--text is for reading, without --json and --encode");
        }
        final Function<ByteBuffer, Answer> translation = translation();
        try (InputStream source = source()) {
            return translate(new LineReader(source, MAX_LINE_BYTES), translation);
        }
    }

    private Function<ByteBuffer, Answer> translation() {
        if (encode) {
            final LockstepFormat format = options.lockstep();
            return line -> Translator.toHex(line, format);
        }
        final Format format = options.format();
        return line -> Translator.toJson(line, format);
    }

    private InputStream source() throws IOException {
        if (file != null && !messages.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "messages come from --file or from the command line");
        }
        if (file == null) {
            return messages.isEmpty() ? in
                : new ByteArrayInputStream(String.join("\n", messages).getBytes(StandardCharsets.UTF_8));
        }
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new ParameterException(spec.commandLine(), "--file " + file + " cannot be read");
        }
        return Files.newInputStream(file);
    }

    private int translate(final LineReader lines, final Function<ByteBuffer, Answer> translation) throws IOException {
        final OutputStream buffered = new BufferedOutputStream(out, OUTPUT_BUFFER_BYTES);
        boolean failed = false;
        while (lines.next()) {
            final Answer answer = lines.tooLong()
                ? LockstepFormat.refuse(WireCode.TOO_LARGE, "the line has more than " + MAX_LINE_BYTES + " bytes")
                : translation.apply(lines.trimmed());
            failed |= !answer.ok();
            if (!print(buffered, text ? forReading(answer) : answer.ok() ? answer.text() : error(answer), lines)) {
                break;
            }
        }
        flush(buffered);
        return failed ? 1 : 0;
    }

    private String forReading(final Answer answer) {
        return answer.ok() ? textForm.of(answer.text()) : answer.code() + ": " + answer.text() + '\n';
    }

    private static String error(final Answer answer) {
        return new JsonWriter().beginObject().name("error").string(answer.code()).name("detail").string(answer.text())
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
