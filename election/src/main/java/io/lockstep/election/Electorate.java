package io.lockstep.election;

/**
 * Who may decide: the members of the current epoch, and with them those of every predecessor that is not established
 * yet. Without the second part two histories could go on after a cut that reached only some. A mutable holder, reused;
 * one thread.
 *
 * <p>After a change {@link Election#membersChanged} must be called.
 */
public final class Electorate {

    /** Most unestablished predecessors. A fifth cut waits until one of them is established: one round trip. */
    public static final int MAX_CHAIN = 4;

    private final int[] chain = new int[MAX_CHAIN];
    private final int[] chainDead = new int[MAX_CHAIN];
    private final int[] chainReplaced = new int[MAX_CHAIN];
    private int chainCount;
    private int members;
    private int dead;
    private int left;

    /** Nobody may decide until {@link #set} is called. */
    public Electorate() {
    }

    /**
     * Sets a new epoch. Who was proven dead before, or had left, is forgotten: say it again with {@link #dead(int)},
     * {@link #left(int)} and {@link #deadIn(int, int)}. Forgetting it is safe, it only makes decisions harder; who was
     * replaced must be said again with {@link #replacedIn(int, int)}.
     *
     * @param epochMembers the members of the current epoch, one bit each, at least one
     * @param chainMembers the members of each unestablished predecessor; read up to the count only
     * @param count        how many predecessors, 0 to {@link #MAX_CHAIN}
     * @throws IllegalArgumentException when an epoch has no members or there are too many predecessors
     */
    public void set(final int epochMembers, final int[] chainMembers, final int count) {
        if (epochMembers == 0) {
            throw new IllegalArgumentException("an epoch without members");
        }
        if (count < 0 || count > MAX_CHAIN) {
            throw new IllegalArgumentException("0 to " + MAX_CHAIN + " unestablished predecessors, not " + count);
        }
        for (int i = 0; i < count; i++) {
            if (chainMembers[i] == 0) {
                throw new IllegalArgumentException("unestablished predecessor " + i + " without members");
            }
        }
        members = epochMembers;
        dead = 0;
        left = 0;
        chainCount = count;
        for (int i = 0; i < count; i++) {
            chain[i] = chainMembers[i];
            chainDead[i] = 0;
            chainReplaced[i] = 0;
        }
    }

    /**
     * Sets which members are proven dead, by this peer's own evidence only: an accepted hello of a new incarnation of
     * their seat. They count as dead in every predecessor too. Nothing that comes from their seat counts any more.
     *
     * @param deadMask one bit for each dead member; bits of others mean nothing
     */
    public void dead(final int deadMask) {
        dead = deadMask;
    }

    /**
     * Sets which members have left: each said goodbye in the current epoch or before it, does nothing any more, and has
     * decided nothing that follows this epoch. For a predecessor that need not be so, see {@link #deadIn(int, int)}.
     *
     * @param leftMask one bit for each member that has left; bits of others mean nothing
     */
    public void left(final int leftMask) {
        left = leftMask;
    }

    /**
     * Sets which members of one predecessor agree to everything because they are gone: proven dead, although a new
     * incarnation may have been admitted to their seat since, or said goodbye in that predecessor or before it.
     *
     * @param link     which predecessor, 0 to the count less one
     * @param deadMask one bit for each such member of that predecessor
     * @throws IllegalArgumentException when there is no such predecessor
     */
    public void deadIn(final int link, final int deadMask) {
        check(link);
        chainDead[link] = deadMask;
    }

    /**
     * Sets which seats of one predecessor are another process's now. It does not vote for the one that sat there.
     *
     * @param link         which predecessor, 0 to the count less one
     * @param replacedMask one bit for each such seat
     * @throws IllegalArgumentException when there is no such predecessor
     */
    public void replacedIn(final int link, final int replacedMask) {
        check(link);
        chainReplaced[link] = replacedMask;
    }

    private void check(final int link) {
        if (link < 0 || link >= chainCount) {
            throw new IllegalArgumentException("no predecessor " + link + " of " + chainCount);
        }
    }

    /**
     * Do these voters decide, in the current epoch and in each unestablished predecessor?
     *
     * @param voters who agreed, one bit each; those of no member, of the dead and of who has left do not count
     * @return true when they do
     */
    public boolean decides(final int voters) {
        final int agreed = voters & living();
        if (!Quorum.reached(members, agreed, dead | left)) {
            return false;
        }
        for (int i = 0; i < chainCount; i++) {
            final int gone = dead | chainDead[i];
            if (!Quorum.reached(chain[i], agreed & ~gone & ~chainReplaced[i], gone)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The members of the current epoch.
     *
     * @return one bit each, 0 before the first {@link #set}
     */
    public int members() {
        return members;
    }

    /**
     * The members of the current epoch that are not proven dead and have not left.
     *
     * @return one bit each
     */
    public int living() {
        return members & ~dead & ~left;
    }

    boolean lives(final int peer) {
        return peer >= 0 && peer < Election.MAX_PEERS && (living() & 1 << peer) != 0;
    }
}
