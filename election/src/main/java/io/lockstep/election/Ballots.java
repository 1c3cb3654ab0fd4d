package io.lockstep.election;

/**
 * What the election wants to send. It is called from inside the methods of {@link Election}, by the thread that called
 * them, and must not call back into it. Each message may be lost, doubled or late: what matters is repeated.
 */
public interface Ballots {

    /**
     * Asks a member for its vote.
     *
     * @param to      whom to ask, 0 to 31
     * @param term    the term to lead in
     * @param preVote true to ask only whether it would vote
     */
    void requestVote(int to, long term, boolean preVote);

    /**
     * Answers a request for a vote. A refusal that nobody asked for tells a leader of an old term which term it is.
     *
     * @param to      who asked, 0 to 31
     * @param term    the term asked for when granted, else the term of this peer
     * @param preVote true when it answers the question whether this peer would vote
     * @param granted true for a vote, false for a refusal
     */
    void voteResponse(int to, long term, boolean preVote, boolean granted);

    /**
     * Tells the successor to stand at once.
     *
     * @param to   who shall lead, 0 to 31
     * @param term the term this peer leads in
     */
    void transferLeadership(int to, long term);
}
