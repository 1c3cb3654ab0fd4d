package io.lockstep.testkit;

import io.lockstep.testkit.liars.LiarFleetProbe;
import java.util.List;
import java.util.stream.Stream;

/** As {@link PlantedFaultsIT}, for rules that a lying member cannot bend: without one the fleet of liars shows it. */
class LiarFleetFaultsIT extends FaultsToFind {

    LiarFleetFaultsIT() {
        super(LiarFleetProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return Stream.of(aboutTheMatch(), aboutInputs()).flatMap(List::stream).toList();
    }

    private static List<Mutant> aboutTheMatch() {
        return List.of(
            new Mutant("wait for one player for ever").foundBy("LAG_SWITCH 2")
                .in("session/SessionConfig.java", "DEFAULT_WAIT_BUDGET_MS = 10_000;",
                    "DEFAULT_WAIT_BUDGET_MS = 300_000;"),
            new Mutant("promise to whoever asks to put out whomever it wants").foundBy("FORGED_PREPARE 2")
                .in("internal/membership/Authority.java", "return leads;", "return true;")
                .in("internal/membership/CutCheck.java", "((prepare.mask() & ~known) == 0 ||", "(known >= 0 ||"),
            new Mutant("wait for a goodbye without end").foundBy("FORGED_PREPARE 16")
                .in("internal/link/GoodbyeSender.java", "FINISHED_GOODBYES = 40;", "FINISHED_GOODBYES = 400;"),
            new Mutant("let one player hold up the others").foundBy("ENDLESS_PAUSES 2")
                .in("internal/play/Pauses.java", "heldBy(frame) >= (long) MatchRules.AGAINST_WILL_SECONDS * tickRate",
                    "heldBy(frame) < 0"),
            new Mutant("end the match on one member's word").foundBy("HALT 2")
                .in("internal/desync/HaltOrder.java", "if (decided && losers != 0 && ofOthers) {", "if (decided) {"),
            new Mutant("take the state of a donor whatever the others say").foundBy("FALSE_STATES 1")
                .in("internal/seats/SnapshotReceiver.java",
                    "if (Quorum.isMajority(differ, Integer.bitCount(members))) {", "if (differ < 0) {")
                .in("internal/seats/SnapshotReceiver.java",
                    "return Quorum.isMajority(agree, Integer.bitCount(members));", "return agree + differ > 0;")
                .in("internal/seats/ReplayCheck.java", "return confirmed >= frame;", "return frame >= 0;"),
            new Mutant("believe the leader about states").foundBy("FALSE_VOUCH 3")
                .in("internal/desync/Majority.java", "if (more > 0 || more == 0 && (group & 1 << leader) != 0) {",
                    "if (winners == 0 || (group & 1 << leader) != 0) {"),
            new Mutant("wait for ever for what one says it has of a lost peer").foundBy("FORGED_REPORT 2")
                .in("internal/membership/Round.java", "SHOW_NS = 2_000_000_000L;", "SHOW_NS = 600_000_000_000L;"),
            new Mutant("name nobody who has not what it reports").foundBy("FORGED_REPORT 2")
                .in("internal/membership/CutProposer.java",
                    "host.lied(Integer.numberOfTrailingZeros(rest), Lie.FALSE_REPORT);", ""),
            new Mutant("take a cut whatever it says of our report").foundBy("MISQUOTED_REPORTS 3")
                .in("internal/membership/CutCheck.java", "from == proposer && !isQuotedTruly(cut)", "from < 0"),
            new Mutant("refuse a cut that denies the only full report, its own").foundBy("MISQUOTED_REPORTS 97003939")
                .in("internal/membership/CutCheck.java", "hasAllOf(cut, suspect) || ", ""),
            new Mutant("go to another term by each word").foundBy("NEXT_TERMS 1")
                .in("internal/membership/Mandate.java", "return led ? stepsDown(from) : spends(from, term);",
                    "return true;"),
            new Mutant("name who leads because its voters follow another").foundBy("CLAIMED_LEAD 101001529")
                .in("internal/membership/Claims.java", "|| from == claimant && status.term() == leads[claimant]",
                    "|| status.term() == leads[claimant]")
                .in("internal/membership/Claims.java", "ourTerm < term", "ourTerm <= term")
                .in("internal/membership/Claims.java", "rest | Integer.lowestOneBit(some)", "rest"),
            new Mutant("name who leads on the word of one that may have voted for it").foundBy("TWO_FACED 3")
                .in("internal/membership/Claims.java", "rest | Integer.lowestOneBit(some)", "rest"),
            new Mutant("follow a leader that does nothing").foundBy("never PREPARE 2")
                .in("internal/membership/Duties.java", "isLed && isOverdue() && mayDoubt()", "isLed && term < 0"),
            new Mutant("let who keeps a cut to itself hold up the others").foundBy("never CUT 5")
                .in("internal/membership/Membership.java",
                    "return isBehind && state.nowNs() - behindNs < Duties.CUT_NS;", "return isBehind;"),
            new Mutant("believe the one who says that it was sent something else").foundBy("FALSE_CLAIMS 1")
                .in("internal/desync/Equivocators.java", "WITNESSES = 2;", "WITNESSES = 1;"));
    }

    private static List<Mutant> aboutInputs() {
        return List.of(
            new Mutant("name nobody who sends different inputs").foundBy("EQUIVOCATED_INPUTS 1")
                .in("internal/desync/Equivocators.java",
                    "return by == owner || Integer.bitCount(witnesses[owner]) >= WITNESSES;", "return false;"),
            // Who has asked before the cut lacks hardly anything in it, so that way is closed, too.
            new Mutant("believe one witness of what the dead have said").foundBy("INPUTS_OF_THE_DEAD 92")
                .in("internal/link/Testimony.java", "return Integer.bitCount(witnesses) == 1 ||",
                    "return true ||")
                .in("internal/link/InputRequests.java", "ASKED = LEAST_WITNESSES + 1;", "ASKED = 0;"),
            new Mutant("believe at once who spoke of a peer before it was cut").foundBy("INPUTS_OF_THE_DEAD 57")
                .in("internal/link/Words.java", "isForgotten || lives != lived", "isForgotten"),
            new Mutant("prefer the lower of two whatever is known better").foundBy("INPUTS_OF_THE_DEAD 57")
                .in("internal/link/Words.java", "doubted |= 1 << witness;", "doubted |= 0;"),
            new Mutant("take inputs of who is not being cut from whoever has them").foundBy("RELAYED_INPUTS 1")
                .in("internal/link/Testimony.java", "log.next(owner.players) >= until) {", "until < 0) {")
                .in("internal/link/Testimony.java", "Math.min(until, limit(currentFrame))", "limit(currentFrame)")
                .in("internal/link/Testimony.java", "return Integer.bitCount(witnesses) == 1 ||",
                    "return true ||"),
            new Mutant("ask nobody for the inputs of one who keeps them from us").foundBy("STARVED_MOST 7")
                .in("internal/link/InputRequests.java", "ASKED = LEAST_WITNESSES + 1;", "ASKED = 0;"),
            new Mutant("stand still for one who acknowledges nothing").foundBy("STARVED_PEER 1")
                .in("internal/link/InputSampler.java", "return behind == 0 ||", "return behind == 0 || behind < 0 &&"),
            new Mutant("blame nobody when all lack the inputs of one").foundBy("STARVED_MOST 1")
                .in("internal/seats/WaitWatch.java", "if (lacked != null) {", "if (lacked != null && frame < 0) {")
                .in("internal/seats/WaitWatch.java", "final int late = silent == 0 ? last : silent;",
                    "final int late = silent;"),
            new Mutant("leave half of what was played to the line").foundBy("WITHHELD_PATTERN 79")
                .in("internal/seats/WaitBudget.java", "ARRIVAL_PER_FREE = 24;", "ARRIVAL_PER_FREE = 2;"),
            new Mutant("excuse short waits for ever").foundBy("WITHHELD_PATTERN 97004047")
                .in("internal/seats/WaitWatch.java", "budgets[link.peer].isReserve() ? 0 : EXCUSED_NS",
                    "EXCUSED_NS"),
            new Mutant("ask nobody of three for what one withholds").foundBy("WITHHELD_PATTERN 79")
                .in("internal/link/InputRequests.java", "return members & ~(1 << owner | 1 << self);",
                    "return Integer.bitCount(members) <= 3 ? 0 : members & ~(1 << owner | 1 << self);"),
            new Mutant("take for lost who lacks the inputs of another, as others do").foundBy("STARVED_MOST 7")
                .in("internal/seats/ProgressWatch.java", "            || requests.isStarved(link.peer, nowNs)) {",
                    "            || requests == null) {"),
            new Mutant("leave a second of each frame to the line").foundBy("SHORT_LAG_SWITCH 1")
                .in("internal/seats/WaitWatch.java", "if (isNew && lineNs(link) > 0) {", "if (isNew) {")
                .in("internal/seats/WaitBudget.java",
                    "Math.min(MOST_FREE_NS, Math.max(freeNs + tickNs / OTHER_PER_FREE, lineNs));", "MOST_FREE_NS;"),
            new Mutant("open what was carried whoever has sealed it").foundBy("RELAYED_INPUTS 1")
                .in("internal/link/LinkSeal.java",
                    "if (!LinkTag.isProvenBy(tag, in[DETOUR].of(sequence, epoch, 0, 0, payload))) {",
                    "if (tag == 0) {"),
            new Mutant("let inputs of a newcomer count by one member's word").foundBy("ACTIVATED_EARLY 1")
                .in("internal/play/OpeningOrders.java", "ALONE_OF = 2;", "ALONE_OF = Message.MAX_PLAYERS;"),
            // Who lacks what is not carried asks for it, so that way is closed, too.
            new Mutant("give what is to be carried to one alone").foundBy("RELAYED_ACKNOWLEDGEMENTS 1")
                .in("internal/link/Detour.java", "LEAST_CARRIERS = 4;", "LEAST_CARRIERS = 1;")
                .in("internal/link/Detour.java", "            carriers++;\n", "")
                .in("internal/link/InputRequests.java", "ASKED = LEAST_WITNESSES + 1;", "ASKED = 0;"));
    }
}
