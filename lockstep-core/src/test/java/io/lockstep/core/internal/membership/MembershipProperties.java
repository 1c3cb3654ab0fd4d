package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import io.lockstep.election.Quorum;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What must be so of who decides and who is obeyed, whatever is drawn. Also tried with mutants. */
public final class MembershipProperties {

    /** Seeds that follow each other begin alike in {@link Random}. */
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long MS = 1_000_000L;

    private MembershipProperties() {
    }

    /**
     * Leaders of drawn terms speak and order, in any order: none is answered whose term is over (S9).
     *
     * @param seed decides what is drawn
     * @return what was broken, or null
     */
    public static String orders(final long seed) {
        final Random random = new Random(seed * GAMMA);
        final FakeHost host = new FakeHost();
        final Membership membership = new Membership(3, seed, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL,
            host);
        long now = 5000 * MS;
        membership.start(99, 0b1111, host.incarnations, now);
        for (int step = 0; step < 60; step++) {
            now += MS;
            final long term = random.nextInt(5);
            // Each term has one leader.
            final int leader = new Random(seed ^ term).nextInt(3);
            final MembershipMessage message = new MembershipMessage();
            if (random.nextBoolean()) {
                message.reset(Kind.STATUS).members(0);
            } else {
                message.reset(Kind.PREPARE).ballot(term << EpochRecord.ROUND_BITS | 1 + random.nextInt(4))
                    .mask(1 << random.nextInt(3));
            }
            host.sent.clear();
            final long heard = membership.election().term();
            membership.receive(leader, message.term(term).leads(true).epoch(membership.epoch().number())
                .epochId(membership.epoch().id()), now);
            if (term < heard && !host.sent(leader, Kind.REPORT).isEmpty()) {
                return "S9: answers a leader of term " + term + " in term " + heard;
            }
            membership.tick(now, 0, 0, 0);
        }
        return null;
    }

    /**
     * Members of a line of epochs are dropped, and their seats taken anew: whoever decides has, in each epoch that has
     * a say, a quorum of the processes that were in it.
     *
     * @param seed decides what is drawn
     * @return what was broken, or null
     */
    public static String seats(final long seed) {
        final Random random = new Random(seed * GAMMA);
        final int peers = 3 + random.nextInt(3);
        final FakeHost host = new FakeHost();
        host.seats = (1 << peers) - 1;
        final LocalState state = new LocalState(0);
        final EpochRecord epoch = state.epoch();
        final Voters electors = new Voters(state, host);
        final int[] process = new int[peers];
        final List<int[]> line = new ArrayList<>();
        epoch.first(seed, (1 << peers) - 1);
        line.add(processes(process, epoch.members()));
        for (int i = 1 + random.nextInt(EpochRecord.MAX_CHAIN); i > 0; i--) {
            final EpochRecord next = new EpochRecord();
            final int seat = 1 + random.nextInt(peers - 1);
            next.follow(epoch, epoch.ballot() + 1, epoch.members() & ~(1 << seat), epoch.members());
            if (!epoch.has(seat)) {
                process[seat]++;
                next.admit(seat, 1000 * process[seat]);
            }
            next.conclude(true);
            epoch.copy(next);
            line.add(processes(process, epoch.members()));
        }
        electors.update();
        for (int voters = 1; voters >>> peers == 0; voters++) {
            final boolean decides = electors.decides(voters);
            if (decides != decides(line, process, voters & epoch.members())) {
                return "S5: " + Integer.toBinaryString(voters) + (decides ? " decide" : " do not decide");
            }
        }
        return null;
    }

    /** Who sits where in an epoch; −1 where nobody does. */
    private static int[] processes(final int[] process, final int members) {
        final int[] now = process.clone();
        for (int seat = 0; seat < now.length; seat++) {
            now[seat] = (members & 1 << seat) != 0 ? now[seat] : -1;
        }
        return now;
    }

    private static boolean decides(final List<int[]> line, final int[] process, final int voters) {
        for (final int[] epoch : line) {
            int members = 0;
            int same = 0;
            for (int seat = 0; seat < epoch.length; seat++) {
                members |= epoch[seat] >= 0 ? 1 << seat : 0;
                same |= epoch[seat] == process[seat] ? 1 << seat : 0;
            }
            if (!Quorum.reached(members, members & same & voters)) {
                return false;
            }
        }
        return true;
    }
}
