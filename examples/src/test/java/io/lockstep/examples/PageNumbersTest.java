package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.PageNumbers.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The numbers of the pages are those of the code. */
class PageNumbersTest {

    private static final Row PLANTED = new Row("docs/X.md", "closed after # s", "Transport", 14);

    @Test
    void shouldSayInThePagesWhatTheCodeHas() throws IOException {
        final List<String> complaints = new ArrayList<>();
        final Map<String, String> lines = new HashMap<>();
        for (final Row row : PageNumbers.ROWS) {
            if (!lines.containsKey(row.page())) {
                lines.put(row.page(), PageNumbers.line(Pages.text(row.page())));
            }
            complaints.addAll(PageNumbers.complaints(row, lines.get(row.page())));
        }
        assertEquals("", String.join("\n", complaints));
    }

    @Test
    void shouldLookAtManyPages() {
        assertTrue(PageNumbers.ROWS.size() >= 40);
        assertTrue(PageNumbers.ROWS.stream().map(Row::page).distinct().count() > 10);
    }

    @Test
    void shouldNoticeANumberThatIsAnother() {
        assertEquals(List.of("docs/X.md says 15, Transport has 14: closed after 15 s"),
            PageNumbers.complaints(PLANTED, PageNumbers.line("It is\nclosed after\n  15 s, or closed after 14 s.")));
        assertEquals(List.of("docs/X.md says 1,014, Transport has 14: closed after 1,014 s"),
            PageNumbers.complaints(PLANTED, "closed after 1,014 s"));
        assertEquals(List.of("docs/X.md says 14.5, Transport has 14: closed after 14.5 s"),
            PageNumbers.complaints(PLANTED, "closed after 14.5 s"));
        assertEquals(List.of(), PageNumbers.complaints(PLANTED, "closed after 14 s"));
    }

    /** Whoever writes a sentence anew says what becomes of its number. */
    @Test
    void shouldNoticeWordsThatAreGone() {
        assertEquals(List.of("docs/X.md does not say \"closed after # s\" any more, a number of Transport"),
            PageNumbers.complaints(PLANTED, "It is closed soon."));
    }
}
