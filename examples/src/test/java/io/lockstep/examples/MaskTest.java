package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With player 31 a mask of players is negative: no source compares one as a number, and such a source is noticed. */
class MaskTest {

    /** Sources with masks of players and peers. The compiler takes half a minute for all of them. */
    private static final List<String> SOURCES = Tier.of(List.of("lockstep-core/src/main/", "election/src/main/"),
        List.of("lockstep-core/", "election/", "codecs/", "testkit/", "examples/"));

    private static final String CLASS = """
        class Match {
            private final int[] askers = new int[32];
            private int members;
            record Cut(int closed) { }
            interface Host { int seats(); }
            abstract class Seats implements Host {
                public int seats() { return members & ~1; }
            }
            void add(int peer) { members |= 1 << peer; askers[peer] = members; }
            int lost(int peer) { int lost = 0; lost |= peer > 3 ? 1 << peer : 0; return lost & members; }
            boolean has(int peer) { return (members & 1 << peer) != 0; }
            Cut cut() { return new Cut(members); }
            void loop(int some, int many) {
                for (int rest = some; rest != 0; rest &= rest - 1) { add(Integer.numberOfTrailingZeros(rest)); }
            }
            void begin() { loop(members, 5); }
            boolean planted(int peer, int some, int count, Host host, Cut cut) { return %s; }
        }
        """;

    private static Set<String> compared(final String expression) throws IOException {
        final String text = CLASS.formatted(expression);
        return MaskRules.compared(List.of(new SimpleJavaFileObject(URI.create("string:///Match.java"),
            JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(final boolean ignoresErrors) {
                return text;
            }
        }), "");
    }

    @Test
    void shouldCompareNoMaskAsANumber() throws IOException {
        final Path root = TidyRules.root();
        final List<Path> sources = TidyRules.files(root).stream()
            .filter(file -> SOURCES.stream().anyMatch(file::startsWith))
            .filter(file -> file.endsWith(".java") && !file.endsWith("-info.java")).map(root::resolve).toList();
        assertTrue(sources.size() > 100, () -> sources.size() + " sources");
        try (StandardJavaFileManager files =
                 ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            final Set<String> complaints = MaskRules.compared(files.getJavaFileObjectsFromPaths(sources),
                System.getProperty("java.class.path"));
            assertEquals(new TreeSet<>(), complaints, () -> String.join("\n", complaints));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"members > 0", "members >= 1", "members < 1 << count", "0 < members", "(members) <= 0",
        "askers[peer] > 0", "lost(peer) > 0", "(lost(peer) & some) > 0", "(some & 1 << peer) > 0", "~members < 0",
        "host.seats() > 0", "cut.closed() > 0", "(has(peer) ? members : 0) > 0", "Integer.compare(members, some) == 0",
        "Integer.signum(this.members) == 1", "Math.max(members, some) == 0", "(members >> peer & 1) == 1",
        "some > 0 & (some & 1 << peer) == 0", "1 << peer > 0"})
    void shouldNoticeAMaskThatIsTakenForANumber(final String expression) throws IOException {
        assertEquals(1, compared(expression).size(), () -> expression);
    }

    @ParameterizedTest
    @ValueSource(strings = {"members != 0", "0 == members", "Integer.bitCount(members) > 1", "count > 0", "peer >= 0",
        "(members >>> peer & 1) > 0", "count < 1 << peer", "askers.length > 0", "Math.max(count, peer) > 0",
        "(count & 7) > 3", "(count & 0xFF) > 3", "Integer.numberOfTrailingZeros(members) < count"})
    void shouldLeaveAloneWhatIsRight(final String expression) throws IOException {
        assertEquals(Set.of(), compared(expression));
    }

    @ParameterizedTest
    @CsvSource({"members > 0, Match.java:17: members > 0"})
    void shouldSayWhereItIs(final String expression, final String where) throws IOException {
        final String complaint = compared(expression).iterator().next();
        assertTrue(complaint.contains(where), complaint);
    }
}
