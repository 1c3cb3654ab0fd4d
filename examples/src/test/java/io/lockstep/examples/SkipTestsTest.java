package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Who asks for no tests gets none: Failsafe listens to {@code skipITs} alone, so the build derives it. */
class SkipTestsTest {

    private static final Pattern PROPERTIES = Pattern.compile("<properties>(.*?)</properties>", Pattern.DOTALL);
    private static final Pattern PROPERTY = Pattern.compile("<([\\w.]+)>([^<]*)</\\1>");

    private final Map<String, String> properties = new HashMap<>();

    SkipTestsTest() throws IOException {
        final String pom = Files.readString(TidyRules.root().resolve("pom.xml"));
        final Matcher block = PROPERTIES.matcher(pom);
        assertTrue(block.find());
        final Matcher property = PROPERTY.matcher(block.group(1));
        while (property.find()) {
            properties.put(property.group(1), property.group(2));
        }
        // Nothing but the property decides.
        assertFalse(pom.contains("<skipITs>") && pom.indexOf("<skipITs>") > block.end(), "a plugin sets skipITs");
    }

    /** What Maven makes of a property: the command line comes first, then the file; names in braces are looked up. */
    private boolean skips(final String name, final Map<String, String> commandLine) {
        final String value = commandLine.getOrDefault(name, properties.getOrDefault(name, "false"));
        return value.startsWith("${") ? skips(value.substring(2, value.length() - 1), commandLine)
            : Boolean.parseBoolean(value);
    }

    @Test
    void shouldRunEverythingWhenNobodySaysOtherwise() {
        assertFalse(skips("skipTests", Map.of()));
        assertFalse(skips("skipITs", Map.of()));
    }

    @Test
    void shouldSkipIntegrationTestsWithTheOthers() {
        assertTrue(skips("skipITs", Map.of("skipTests", "true")));
    }

    @Test
    void shouldSkipIntegrationTestsAlone() {
        assertTrue(skips("skipITs", Map.of("skipITs", "true")));
        assertFalse(skips("skipTests", Map.of("skipITs", "true")));
    }
}
