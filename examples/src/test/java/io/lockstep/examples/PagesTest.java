package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The pages hang together: each is listed once, and no link leads nowhere. */
class PagesTest {

    private final Path root = TidyRules.root();

    @Test
    void shouldHaveNoLinkThatLeadsNowhere() throws IOException {
        final List<String> complaints = new ArrayList<>();
        for (final String page : Pages.all()) {
            complaints.addAll(Pages.deadLinks(root, page, Pages.text(page)));
        }
        assertEquals("", String.join("\n", complaints));
    }

    @Test
    void shouldNoticeALinkThatLeadsNowhere() {
        for (final String dead : List.of("[a](b.md)", "[a](WIRE.md#no-such-thing)", "[a](#here)", "[a](../../b.md)")) {
            assertEquals(1, Pages.deadLinks(root, "docs/A.md", "# There\n" + dead).size(), dead);
        }
        assertEquals(List.of(), Pages.deadLinks(root, "docs/A.md", "## It's here: `now`, 1\n[a](#its-here-now-1) "
            + "[b](WIRE.md#7-hello) [c](../README.md) [d](https://example.org/x)\n"));
    }

    /** A page gives the rule and its reason, or names what anybody can open. */
    @Test
    void shouldCiteNothingThatAReaderCannotOpen() throws IOException {
        for (final String page : Pages.all()) {
            assertEquals(List.of(), Pages.closedSources(Pages.text(page)), page);
        }
        assertEquals(List.of("the source document", "issue 12", "the document's"), Pages.closedSources(
            "As in the source document, see issue 12 (the document's figure); RFC 1950 and a document of yours."));
    }

    /** The site has at its side what docs/README.md lists. */
    @Test
    void shouldListEveryPage() throws IOException {
        final Set<String> pages = new TreeSet<>(Pages.all());
        pages.removeAll(Pages.listed(Pages.text("docs/README.md")));
        assertEquals(Set.of("docs/README.md"), pages, "docs/README.md does not list these");
        assertTrue(Pages.all().size() > 20);
    }
}
