------------------------------ MODULE Election ------------------------------
\* Leader election within one epoch, over datagrams. Every kind of message is a set
\* that only grows, and a message may be received at any time, any number of times or
\* never: loss, duplication, reordering, any delay. What a peer has counted is
\* therefore not kept: it is any part of what was sent to it, and more never hurts it.
\* Term 0 belongs to peer 1, the lowest of the starting line-up, without any message.
EXTENDS Integers, FiniteSets, TLC
CONSTANTS N,            \* peers 1..N; the lowest breaks an exact half
          MaxTerm, MaxRestart,
          Restarts,     \* "NewIncarnation": out until admitted | "Amnesia": same id, vote forgotten
          VoteOnce,     \* FALSE: a peer votes for whoever asks
          BindVoter,    \* TRUE: a vote counts for the sender of the datagram, FALSE: for the id in the payload
          Forgers,      \* peers that may put any id into a payload
          PreVote,      \* TRUE: a term is raised only after a quorum said it would vote
          Lease,        \* TRUE: who heard the leader within the minimum timeout grants no pre-vote
          LeadFlag,     \* TRUE: only a datagram that says "I lead this term" renews a lease or makes a term known
          Flaky,        \* peers whose links may fail: their leases run out, as leaders they may lose their quorum
          Gone,         \* peers that are down from the beginning
          Idle,         \* peers that are heard as leaders, answer all, and leave undone what a leader has to do
          Doubt,        \* TRUE: whoever sees that ends its lease, and acknowledges that leader no more
          Transfers,    \* TRUE: a leader may hand over
          HandOverOnce, \* TRUE: only the term after the one that was handed over is stood in for that; FALSE: any later one
          NewTermNewVote, \* TRUE: whoever hears of a newer term has not voted in it; FALSE: of a leader, it keeps its vote
          Whole,        \* TRUE: states that differ in messages nobody can use any more are two
          Behind,       \* peers that have not applied the newest epoch
          CompareEpochs \* TRUE: nobody grants or votes to who is behind it
VARIABLES term, role,   \* "F" follower, "C" candidate, "L" leader, "Out" a restarted process, not a member yet
          votedFor,     \* peer, 0 for none
          lease,        \* leader heard within the minimum timeout
          asks,         \* pre-vote requests:  <<term, candidate>>
          grants,       \* pre-vote answers:   <<term, voter, candidate>>
          stands,       \* vote requests:      <<term, candidate>>
          votes,        \* votes:              <<term, sender, voter in the payload, candidate>>
          hands,        \* transfers:          <<term, leader, successor>>
          led,          \* who led which term, and so "I lead" datagrams: <<term, leader>>
          restarts
vars == <<term, role, votedFor, lease, asks, grants, stands, votes, hands, led, restarts>>
Peers == 1..N
Quorum(Q) == 2 * Cardinality(Q) > N \/ (2 * Cardinality(Q) = N /\ 1 \in Q)
Up(p) == role[p] # "Out"
UpToDate(p, v) == ~CompareEpochs \/ p \notin Behind \/ v \in Behind
-----------------------------------------------------------------------------
Init == /\ term = [p \in Peers |-> 0]
        /\ role = [p \in Peers |-> IF p \in Gone THEN "Out" ELSE IF p = 1 THEN "L" ELSE "F"]
        /\ votedFor = [p \in Peers |-> 1] /\ lease = [p \in Peers |-> p # 1]
        /\ asks = {} /\ grants = {} /\ stands = {} /\ votes = {} /\ hands = {} /\ led = {<<0, 1>>}
        /\ restarts = 0
\* The election timeout passes: ask who would vote.
AskPreVote(p) == /\ PreVote /\ role[p] \in {"F", "C"} /\ ~lease[p] /\ term[p] < MaxTerm
                 /\ asks' = asks \cup {<<term[p] + 1, p>>}
                 /\ UNCHANGED <<term, role, votedFor, lease, grants, stands, votes, hands, led, restarts>>
\* Of an idle leader everybody sees by itself what it leaves undone.
SeesIdle(v) == Doubt /\ \E m \in led : m[1] = term[v] /\ m[2] \in Idle \ {v}
GrantPreVote(v) == \E m \in asks :
   /\ (SeesIdle(v) => m[2] \notin Idle) = TRUE
   /\ m[2] # v /\ role[v] \in {"F", "C"} /\ m[1] > term[v] /\ (Lease => ~lease[v]) = TRUE
   /\ UpToDate(m[2], v) = TRUE
   /\ grants' = grants \cup {<<m[1], v, m[2]>>}
   /\ UNCHANGED <<term, role, votedFor, lease, asks, stands, votes, hands, led, restarts>>
Granted(p) == {p} \cup {m[2] : m \in {x \in grants : x[1] = term[p] + 1 /\ x[3] = p}}
Stand(p) == /\ role[p] \in {"F", "C"} /\ term[p] < MaxTerm
            /\ \/ PreVote /\ Quorum(Granted(p)) = TRUE
               \/ ~PreVote /\ ~lease[p]
               \/ \E m \in hands : (m[1] = term[p] \/ (~HandOverOnce /\ m[1] < term[p])) /\ m[3] = p
            /\ term' = [term EXCEPT ![p] = @ + 1] /\ role' = [role EXCEPT ![p] = "C"]
            /\ votedFor' = [votedFor EXCEPT ![p] = p] /\ lease' = [lease EXCEPT ![p] = FALSE]
            /\ stands' = stands \cup {<<term[p] + 1, p>>}
            /\ UNCHANGED <<asks, grants, votes, hands, led, restarts>>
Vote(v) == \E m \in stands :
   /\ m[2] # v /\ Up(v) /\ m[1] >= term[v]
   /\ LET fresh == m[1] > term[v]
          yes == /\ fresh \/ votedFor[v] \in {0, m[2]} \/ ~VoteOnce
                 /\ UpToDate(m[2], v)
      IN /\ (fresh \/ yes) = TRUE
         /\ term' = [term EXCEPT ![v] = m[1]]
         /\ role' = [role EXCEPT ![v] = IF fresh THEN "F" ELSE @]
         /\ lease' = [lease EXCEPT ![v] = IF fresh THEN FALSE ELSE @]
         /\ votedFor' = [votedFor EXCEPT ![v] = IF yes THEN m[2] ELSE IF fresh THEN 0 ELSE @]
         /\ votes' = IF yes THEN votes \cup {<<m[1], v, v, m[2]>>} ELSE votes
         /\ UNCHANGED <<asks, grants, stands, hands, led, restarts>>
\* A member votes once, but names other voters in its payloads. (One that votes twice breaks any rule with three peers.)
Forge(b) == /\ b \in Forgers
            /\ \E m \in stands, x \in Peers : /\ term[b] = m[1] /\ votedFor[b] = m[2] /\ m[2] # b
                                            /\ votes' = votes \cup {<<m[1], b, x, m[2]>>}
            /\ UNCHANGED <<term, role, votedFor, lease, asks, grants, stands, hands, led, restarts>>
Voters(p) == {p} \cup {IF BindVoter THEN m[2] ELSE m[3] : m \in {x \in votes : x[1] = term[p] /\ x[4] = p}}
Win(p) == /\ role[p] = "C" /\ Quorum(Voters(p)) = TRUE
          /\ role' = [role EXCEPT ![p] = "L"] /\ led' = led \cup {<<term[p], p>>}
          /\ UNCHANGED <<term, votedFor, lease, asks, grants, stands, votes, hands, restarts>>
\* A datagram of the leader: makes its term known, renews the lease. Who leads that term does not follow.
HearLeader(p) == \E m \in led :
   /\ m[2] # p /\ Up(p) /\ m[1] >= term[p] /\ (m[1] > term[p] \/ role[p] # "L") = TRUE
   /\ term' = [term EXCEPT ![p] = m[1]] /\ role' = [role EXCEPT ![p] = "F"]
   /\ votedFor' = [votedFor EXCEPT ![p] = IF m[1] > term[p] /\ NewTermNewVote THEN 0 ELSE @]
   /\ lease' = [lease EXCEPT ![p] = TRUE]
   /\ UNCHANGED <<asks, grants, stands, votes, hands, led, restarts>>
\* Mutation: whoever says anything in a newer term is taken for its leader.
HearAnybody(p) == /\ ~LeadFlag
   /\ \E q \in Peers \ {p} :
      /\ Up(p) /\ Up(q) /\ term[q] >= term[p] /\ role[p] # "L"
      /\ term' = [term EXCEPT ![p] = term[q]] /\ lease' = [lease EXCEPT ![p] = TRUE]
      /\ UNCHANGED <<role, votedFor, asks, grants, stands, votes, hands, led, restarts>>
\* The next word of an idle leader renews the lease: then v trusts it again.
LeaseExpires(v) == /\ v \in Flaky \/ SeesIdle(v)
                   /\ lease[v] /\ lease' = [lease EXCEPT ![v] = FALSE]
                   /\ UNCHANGED <<term, role, votedFor, asks, grants, stands, votes, hands, led, restarts>>
\* CheckQuorum: a leader that no quorum acknowledges any more.
Follows(p) == {p} \cup {v \in Peers : Up(v) /\ lease[v] /\ term[v] = term[p]}
StepDown(p) == /\ p \in Flaky \/ (Doubt /\ p \in Idle /\ ~Quorum(Follows(p)))
               /\ role[p] = "L" /\ role' = [role EXCEPT ![p] = "F"]
               /\ UNCHANGED <<term, votedFor, lease, asks, grants, stands, votes, hands, led, restarts>>
\* It leads on until its successor does, or as if nothing had been.
TransferTo(p) == /\ Transfers /\ role[p] = "L"
                 /\ \E q \in Peers \ {p} : hands' = hands \cup {<<term[p], p, q>>}
                 /\ UNCHANGED <<term, role, votedFor, lease, asks, grants, stands, votes, led, restarts>>
Restart(p) == /\ restarts < MaxRestart /\ Up(p) /\ restarts' = restarts + 1
              /\ term' = [term EXCEPT ![p] = 0] /\ votedFor' = [votedFor EXCEPT ![p] = 0]
              /\ lease' = [lease EXCEPT ![p] = FALSE]
              /\ role' = [role EXCEPT ![p] = IF Restarts = "Amnesia" THEN "F" ELSE "Out"]
              /\ UNCHANGED <<asks, grants, stands, votes, hands, led>>
Next == \E p \in Peers : \/ AskPreVote(p) \/ GrantPreVote(p) \/ Stand(p) \/ Vote(p) \/ Forge(p) \/ Win(p)
                         \/ HearLeader(p) \/ HearAnybody(p) \/ LeaseExpires(p) \/ StepDown(p) \/ TransferTo(p)
                         \/ Restart(p)
Spec == Init /\ [][Next]_vars
\* States that differ only in messages nobody can use any more are one state (not for "Amnesia": there old ones return).
Useful == <<term, role, votedFor, lease,
            {m \in asks : term[m[2]] + 1 = m[1] /\ Up(m[2])},
            {m \in grants : term[m[3]] + 1 = m[1] /\ Up(m[3])},
            {m \in stands : \E v \in Peers \ {m[2]} : Up(v) /\ term[v] <= m[1]},
            {m \in votes : term[m[4]] = m[1] /\ role[m[4]] = "C"},
            {m \in hands : term[m[3]] = m[1] /\ Up(m[3])}, led, restarts, IF Whole THEN vars ELSE <<0>> >>
-----------------------------------------------------------------------------
ElectionSafety == \A a, b \in led : a[1] = b[1] => a[2] = b[2]
\* For configurations in which the peers in Flaky, or those that are not Gone, are no quorum: the healthy leader is not
\* deposed, and nobody raises its term in vain.
TermStands == \A p \in Peers : term[p] = 0
\* Nobody stands unless a quorum would have voted for it in that very term, or the leader of the one before told it to.
StandsWithReason == \A m \in stands :
   \/ Quorum({m[2]} \cup {x[2] : x \in {y \in grants : y[1] = m[1] /\ y[3] = m[2]}})
   \/ \E h \in hands : h[1] = m[1] - 1 /\ h[3] = m[2] /\ <<h[1], h[2]>> \in led
\* What a peer has voted in its term it has said in that term: it is not of another one.
VoteIsOfItsTerm == \A p \in Peers : term[p] > 0 /\ votedFor[p] \notin {0, p} =>
                      <<term[p], p, p, votedFor[p]>> \in votes
\* Who has a lease has heard somebody who led that very term.
LeaseIsOfALeader == \A p \in Peers : lease[p] => \E m \in led : m[1] = term[p]
LeaderUpToDate == \A a \in led : a[1] > 0 /\ a[2] \in Behind =>
                     ~ \E m \in votes : m[1] = a[1] /\ m[4] = a[2] /\ m[2] \notin Behind
\* Nobody is blocked by an idle leader: once all who see it have ended their leases, somebody has a step to take towards
\* another leader, until there is one, or the terms that the model has are used up.
Towards(p) == AskPreVote(p) \/ GrantPreVote(p) \/ Stand(p) \/ Vote(p) \/ Win(p) \/ StepDown(p)
NobodyBlocked == \/ \E a \in led : a[2] \notin Idle
                 \/ \E p \in Peers : term[p] = MaxTerm
                 \/ \E p \in Peers : ENABLED LeaseExpires(p)
                 \/ ENABLED <<\E p \in Peers : Towards(p)>>_vars
\* Vacuity guards: each must be violated.
NoLeaderAtMaxTerm == ~ \E a \in led : a[1] = MaxTerm
NoLeaseInMaxTerm == ~ \E p \in Peers : lease[p] /\ term[p] = MaxTerm
NoHandOver == ~ \E m \in hands : <<m[1] + 1, m[3]>> \in led
=============================================================================
