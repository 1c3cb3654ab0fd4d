package io.lockstep.testkit.liars;

import io.lockstep.core.session.SessionConfig;
import java.util.function.Function;

/** How one member of a match lies to the others. */
public enum Deception {
    /** A CUT that throws somebody out, from who does not lead. */
    FORGED_CUT(FalseOrders.ForgedCut::new),
    /** "I lead the next term", without a vote. */
    CLAIMED_LEAD(FalseOrders.ClaimedLead::new),
    /** A PREPARE from who does not lead. */
    FORGED_PREPARE(FalseOrders.ForgedPrepare::new),
    /** A REPORT of inputs that nobody has. */
    FORGED_REPORT(FalseOrders.ForgedReport::new, Stage.NEWCOMER),
    /** A CUT that quotes who reads it as if that one had reported nothing, where the liar leads. */
    MISQUOTED_REPORTS(FalseOrders.MisquotedReports::new, Stage.NEWCOMER),
    /** Votes and terms that nobody has come to. */
    TERMS_AHEAD(FalseOrders.TermsAhead::new),
    /** Always the next term, and a promise in it. */
    NEXT_TERMS(FalseOrders.NextTerms::new),
    /** A word for a state that nobody has. */
    FALSE_VOUCH(FalseOrders.FalseVouch::new, Stage.DIVERGENCE),
    /** Inputs of another that it has not sent. */
    RELAYED_INPUTS(FalseRelays.Inputs::new, Stage.DETOUR),
    /** Acknowledgements of another that it has not given. */
    RELAYED_ACKNOWLEDGEMENTS(FalseRelays.Acknowledgements::new, Stage.DETOUR),
    /** Inputs of who has died that it never gave. */
    INPUTS_OF_THE_DEAD(FalseRelays.OfTheDead::new, Stage.NEWCOMER),
    /** Two inputs for the same frames. */
    EQUIVOCATED_INPUTS(Equivocation.Inputs::new),
    /** A pause for some, and none for the others. */
    EQUIVOCATED_PAUSE(FalseCommands.EquivocatedPause::new, Stage.PAUSES),
    /** As many pauses as the rules allow, none of which it ends. */
    ENDLESS_PAUSES(FalseCommands.EndlessPauses::new, Stage.PAUSES),
    /** An order that inputs of a newcomer count before it plays, from who need not lead. */
    ACTIVATED_EARLY(FalseCommands.ActivatedEarly::new, Stage.NEWCOMER),
    /** The end of a match in which all have the same state, where the policy is HALT. */
    HALT(FalseCommands.Halt::new, Stage.HALT_POLICY),
    /** Checksums of states that nobody has. */
    FALSE_CHECKSUMS(FalseStates.Checksums::new),
    /** Of all others, that they sent it other inputs than the rest. */
    FALSE_CLAIMS(FalseClaims::new),
    /** Another state to who comes in than its own. */
    FALSE_STATES(FalseStates.GivenStates::new, Stage.NEWCOMER),
    /** Silence for 4.9 of every 5 seconds. */
    LAG_SWITCH(Withholding.LagSwitch::seconds, Stage.LONG),
    /** Silence for 0.8 of every 0.9 seconds. */
    SHORT_LAG_SWITCH(Withholding.LagSwitch::frames, Stage.LONG),
    /** No inputs on the straight way for 4.9 of every 5 seconds, and by way of others to some more than to others. */
    WITHHELD_WINDOWS(Withholding.WithheldWindows::new, Stage.PIECEMEAL),
    /** No inputs and no acknowledgements for one of the others, on any way. */
    STARVED_PEER(Withholding.Starved::one, Stage.ROUNDABOUT),
    /** Inputs and acknowledgements for one of the others alone. */
    STARVED_MOST(Withholding.Starved::most, Stage.LONG),
    /** Withholds a drawn kind of datagram from drawn peers for a drawn part of each period. */
    WITHHELD_PATTERN(WithheldPattern::new, Stage.WAITING),
    /** The first pieces of a state, and no more. */
    STALLED_DONOR(Withholding.StalledDonor::new, Stage.NEWCOMER),
    /** A vote for whoever asks, and to each another word of its term, its vote and its lead, for a while each. */
    TWO_FACED(FalseOrders.TwoFaced::new);

    /** What a match is played with, beside the lie. */
    enum Stage {
        /** Nothing happens. */
        PLAIN(1200),
        /** It takes a minute. */
        LONG(3600),
        /** It takes a minute, and what is waited for looks different to each of those who wait. */
        PIECEMEAL(3600),
        /** It takes a minute, with an input delay for inputs that come by way of others: twice as far, in batches. */
        ROUNDABOUT(3600),
        /** Two and a half minutes with 2 to 8 peers; in the last minute the honest peers must play at full rate. */
        WAITING(9000),
        /** Two of the honest do not hear each other, and a twentieth of all else is lost. */
        DETOUR(1800),
        /** The honest resume as soon as they may. */
        PAUSES(1200),
        /** Who finds a difference may end the match. */
        HALT_POLICY(1200),
        /** One of the honest dies, and comes back. */
        NEWCOMER(1800),
        /** The game of one of the honest goes wrong. */
        DIVERGENCE(1200);

        /** What a detour costs that loses twice as much as a line, whoever is on it. */
        private static final long DETOUR_MS = 2000;
        /**
         * So many may each see another part of the waiting for one: a tick for each two that are played, and what is in
         * the budget beyond that.
         */
        private static final int VIEWS = 3;
        private static final int MS_PER_S = 1000;
        private static final int INPUT_DELAY = 9;
        private static final int ROUNDABOUT_DELAY = 20;

        final int frames;

        Stage(final int frames) {
            this.frames = frames;
        }

        /** In ticks. */
        int inputDelay() {
            return this == ROUNDABOUT ? ROUNDABOUT_DELAY : INPUT_DELAY;
        }

        /** How long it takes if nobody waits. */
        long nominalMs() {
            return (long) frames * MS_PER_S / LiarMatch.TICK_RATE;
        }

        /** How much longer it may take with a liar whom nobody can name. */
        long excusedMs() {
            return switch (this) {
                case NEWCOMER -> SessionConfig.DEFAULT_DROP_TIMEOUT_MS;
                case DETOUR -> DETOUR_MS;
                case PIECEMEAL -> VIEWS * (nominalMs() / 2 + SessionConfig.DEFAULT_WAIT_BUDGET_MS);
                default -> 0;
            };
        }
    }

    final Stage stage;
    private final Function<LiarView, Deceiver> deceiver;

    Deception(final Function<LiarView, Deceiver> deceiver) {
        this(deceiver, Stage.PLAIN);
    }

    Deception(final Function<LiarView, Deceiver> deceiver, final Stage stage) {
        this.deceiver = deceiver;
        this.stage = stage;
    }

    Deceiver deceiver(final LiarView view) {
        return deceiver.apply(view);
    }
}
