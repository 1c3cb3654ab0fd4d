package io.lockstep.examples.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {

    private static Histogram micros(final int from, final int to) {
        final Histogram histogram = new Histogram(3);
        for (int value = from; value <= to; value++) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    private static List<Double> numbers(final String text, final String pattern) {
        final List<Double> numbers = new ArrayList<>();
        final Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            numbers.add(Double.parseDouble(matcher.group(1)));
        }
        return numbers;
    }

    @Test
    void shouldNeedNothingBesideItselfAndKnowLightAndDark(@TempDir final Path folder) throws Exception {
        final ReportPage page = new ReportPage("A <b> & \"c\"", "./lockstep soak");
        page.figure("Latency", "ms", Charts.distribution(Map.of("a & b", micros(1, 10_000))));
        page.figure("Stalls", "s", Charts.timeLine(Map.of("peer 0", List.of(new Charts.Span(1, 2))), 10));
        page.table("Rows", List.of("name"), List.of(List.of("<script>")));
        page.folded("hgrm", ReportOption.hgrm(micros(1, 10)));
        final Path file = folder.resolve("report.html");
        page.write(file);
        final String html = Files.readString(file, StandardCharsets.UTF_8);
        assertTrue(html.contains("prefers-color-scheme: dark"), html);
        assertTrue(html.contains("A &lt;b&gt; &amp; &quot;c&quot;"), html);
        for (final String outside : List.of("<script", "src=", "href=", "url(")) {
            assertFalse(html.contains(outside), outside);
        }
        // Each figure is well-formed.
        final Matcher svg = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL).matcher(html);
        int figures = 0;
        while (svg.find()) {
            DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.group().getBytes(StandardCharsets.UTF_8)));
            figures++;
        }
        assertEquals(2, figures);
    }

    @Test
    void shouldReplaceAnOlderReport(@TempDir final Path folder) throws IOException {
        final Path file = Files.writeString(folder.resolve("report.html"), "x".repeat(100_000));
        new ReportPage("New", "").write(file);
        assertFalse(Files.readString(file).contains("xxx"));
    }

    @Test
    void shouldDrawADistributionThatOnlyRises() {
        final Map<String, Histogram> both = new LinkedHashMap<>();
        both.put("fast", micros(1, 1000));
        both.put("slow", micros(1, 90_000));
        final String svg = Charts.distribution(both);
        assertTrue(svg.contains(">100 ms<") && svg.contains(">99.99 %<"), svg);
        final Matcher line = Pattern.compile("points=\"([^\"]*)\"").matcher(svg);
        int lines = 0;
        while (line.find()) {
            final List<Double> right = numbers(line.group(1), "([0-9.]+),");
            final List<Double> down = numbers(line.group(1), ",([0-9.]+)");
            assertTrue(right.size() > 20, line.group(1));
            for (int i = 1; i < right.size(); i++) {
                assertTrue(right.get(i) >= right.get(i - 1) && down.get(i) <= down.get(i - 1), line.group(1));
            }
            lines++;
        }
        assertEquals(2, lines);
    }

    @Test
    void shouldDrawNothingThatWasNotMeasured() {
        final String svg = Charts.distribution(Map.of("nothing", new Histogram(3)));
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
        assertFalse(Charts.timeLine(Map.of(), 0).contains("NaN"));
    }

    @Test
    void shouldPutAStallWhereItWas() {
        final String svg = Charts.timeLine(Map.of("peer 0", List.of(new Charts.Span(0, 10),
            new Charts.Span(5, 7.5))), 10);
        final List<Double> lefts = numbers(svg, "<rect x=\"([0-9.]+)\"");
        final List<Double> widths = numbers(svg, " width=\"([0-9.]+)\"");
        assertEquals(0.5, (lefts.get(1) - lefts.get(0)) / widths.get(0), 0.001);
        assertEquals(0.25, widths.get(1) / widths.get(0), 0.001);
        assertTrue(svg.contains("<title>5 s: 2500 ms</title>"), svg);
    }

    @Test
    void shouldDrawBarsByTheirPowersOfTen() {
        final String svg = Charts.bars(List.of(new Charts.Bar("a", 10, 0), new Charts.Bar("b", 100, 3),
            new Charts.Bar("c", 1000, Double.NaN)), "ns");
        final List<Double> widths = numbers(svg, " width=\"([0-9.]+)\"");
        assertEquals(2, widths.get(2) / widths.get(1), 0.01);
        assertTrue(svg.contains("b: 100 ± 3 ns") && svg.contains("c: 1000 ns"), svg);
    }

    @Test
    void shouldHaveFiveToTenLines() {
        for (double all = 0.013; all < 1e6; all *= 1.7) {
            final double lines = all / Charts.step(all);
            assertTrue(lines >= 4.99 && lines <= 12.51, all + ": " + lines);
        }
    }
}
