package io.lockstep.testkit;

import io.lockstep.core.internal.membership.MembershipProperties;
import io.lockstep.core.internal.membership.RoundTraps;
import io.lockstep.core.internal.transfer.StreamProperties;
import io.lockstep.core.session.RepairTraps;
import io.lockstep.core.session.SessionProperties;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Fleets of short drawn matches, each with what one rule is there for. Also played in class loaders with a mutant. */
public enum DirectedFleet {
    /** See {@link PairDrills#policies}. */
    PAIRS(PairDrills::policies),
    /** See {@link PairDrills#asleep}. */
    ASLEEP(PairDrills::asleep),
    /** See {@link LineDrills#inputs}. */
    INPUTS(LineDrills::inputs),
    /** See {@link LineDrills#delays}. */
    DELAYS(LineDrills::delays),
    /** See {@link LineDrills#limits}. */
    LIMITS(LineDrills::limits),
    /** See {@link LineDrills#relays}. */
    RELAYS(LineDrills::relays),
    /** See {@link LineDrills#roundTrips}. */
    ROUND_TRIPS(LineDrills::roundTrips),
    /** See {@link LineDrills#wraps}. */
    WRAPS(LineDrills::wraps),
    /** See {@link LineDrills#copies}. */
    COPIES(LineDrills::copies),
    /** See {@link LineDrills#slowLines}. */
    SLOW_LINES(LineDrills::slowLines),
    /** See {@link LineDrills#strays}. */
    STRAYS(LineDrills::strays),
    /** See {@link LineDrills#waitedFor}. */
    WAITED_FOR(LineDrills::waitedFor),
    /** See {@link SeatDrills#leavers}. */
    LEAVERS(SeatDrills::leavers),
    /** See {@link SeatDrills#votes}. */
    VOTES(SeatDrills::votes),
    /** See {@link SeatDrills#evictor}. */
    EVICTOR(SeatDrills::evictor),
    /** See {@link SeatDrills#returns}. */
    RETURNS(SeatDrills::returns),
    /** See {@link SeatDrills#formerProcesses}. */
    FORMER_PROCESSES(SeatDrills::formerProcesses),
    /** See {@link SeatDrills#deafNewcomer}. */
    DEAF_NEWCOMER(SeatDrills::deafNewcomer),
    /** See {@link SeatDrills#donors}. */
    DONORS(SeatDrills::donors),
    /** See {@link PauseDrills#orders}. */
    PAUSES(PauseDrills::orders),
    /** See {@link PauseDrills#joins}. */
    PAUSED_JOINS(PauseDrills::joins),
    /** See {@link PauseDrills#repairs}. */
    PAUSED_REPAIRS(PauseDrills::repairs),
    /** See {@link SessionProperties#clock}. */
    CLOCK(SessionProperties::clock),
    /** See {@link SessionProperties#majority}. */
    MAJORITY(SessionProperties::majority),
    /** See {@link SessionProperties#minority}. */
    MINORITY(SessionProperties::minority),
    /** See {@link SessionProperties#stuckGame}. */
    STUCK_GAME(SessionProperties::stuckGame),
    /** See {@link StreamProperties#stream}. The ninth line loses so much that its stream takes longer than promised. */
    STREAMS(8, StreamProperties::stream),
    /** See {@link MembershipProperties#orders}. */
    OLD_ORDERS(MembershipProperties::orders),
    /** See {@link MembershipProperties#seats}. */
    SEATS_TAKEN_ANEW(MembershipProperties::seats),
    /** Somebody leaves while most of what it sends is lost. */
    LEAVING(LeavingTrap::play),
    /** Everybody pauses, again and again. */
    PAUSING(PausingTrap::often),
    /** Somebody pauses, and that is all. */
    PAUSED(PausingTrap::forEver),
    /** Somebody is taken in on a network on which the ways are not equally long. */
    ARRIVING(ArrivingTrap::play),
    /** Two do not hear each other for a while, and one of them leaves. */
    DETOUR(DetourTrap::play),
    /** The cut of a leader who died arrives late. */
    LATE_CUT(LateCutTrap::play),
    /** Inputs of the lost arrive late. */
    FENCE(FenceTrap::play),
    /** A newcomer hears late that it was taken in by one who died. */
    ORPHAN(OrphanTrap::play),
    /** A game does not take the state that it is given. */
    REFUSED(RepairTraps::refused),
    /** A game goes wrong again and again. */
    AGAIN(RepairTraps::again),
    /** Another process takes a seat while a leader asks. */
    STRANGER(RoundTraps::stranger);

    /** Any seed does; another first one is given by this property. */
    private static final long FIRST_SEED = Long.getLong("lockstep.traps.seed", 1);
    private static final int MATCHES = 40;

    private final int matches;
    private final LongFunction<String> match;

    DirectedFleet(final LongFunction<String> match) {
        this(MATCHES, match);
    }

    DirectedFleet(final int matches, final LongFunction<String> match) {
        this.matches = matches;
        this.match = match;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Plays the match of one seed; answers which promise was broken and how, or null. */
    String play(final long seed) {
        return match.apply(seed);
    }

    /**
     * What there is to play: a fleet and how many seeds behind the first one.
     *
     * @return matches by name, each of which says which promise was broken and how, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        for (final DirectedFleet fleet : values()) {
            for (int i = 0; i < fleet.matches; i++) {
                final long seed = FIRST_SEED + i;
                matches.put(fleet + " " + (i + 1), () -> fleet.play(seed));
            }
        }
        return matches;
    }

    /**
     * Plays fleets by hand.
     *
     * @param args the name of one or ALL, the first seed, how many
     */
    public static void main(final String[] args) {
        final long first = Long.parseLong(args[1]);
        final int count = Integer.parseInt(args[2]);
        for (final DirectedFleet fleet : values()) {
            if (args[0].equals("ALL") || args[0].equals(fleet.name())) {
                int broken = 0;
                for (long seed = first; seed < first + count; seed++) {
                    final String found = fleet.play(seed);
                    broken += found == null ? 0 : 1;
                    if (found != null) {
                        System.out.println(fleet + ", seed " + seed + ": " + found);
                    }
                }
                System.out.println(fleet + ": " + broken + " of " + count + " broken");
            }
        }
    }
}
