package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Branches that fleets do not reach are counted for each room, and listed with their lines. */
class UnreachedBranchesTest {

    private static final String REPORT = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
        <report name="all"><group name="core"><package name="io/lockstep/core/internal/link">
        <sourcefile name="Link.java"><line nr="7" mi="0" ci="4" mb="1" cb="3"/>
        <line nr="9" mi="1" ci="0" mb="2" cb="0"/>
        </sourcefile></package><package name="io/lockstep/core/session">
        <sourcefile name="Session.java"><line nr="3" mi="0" ci="1" mb="0" cb="2"/></sourcefile></package>
        <package name="io/lockstep/testkit">
        <sourcefile name="Oracle.java"><line nr="1" mi="0" ci="1" mb="2" cb="0"/></sourcefile></package>
        </group></report>
        """;

    @Test
    void shouldCountBranchesOfEachRoomAndNameTheirLines(@TempDir final Path folder) throws IOException {
        final UnreachedBranches found =
            UnreachedBranches.of(Files.writeString(folder.resolve("jacoco.xml"), REPORT));
        for (final String row : new String[] {"| `link` | 6 | 3 | 50 |", "| `session` | 2 | 0 | 0 |",
            "| all | 8 | 3 | 38 |", "| `link.Link` | 3 | 7, 9 |"}) {
            assertTrue(found.tables().lines().anyMatch(row::equals), () -> row + " in\n" + found.tables());
        }
        assertEquals("link.Link:7\nlink.Link:9\n", found.list());
    }
}
