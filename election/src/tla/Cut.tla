-------------------------------- MODULE Cut --------------------------------
\* Peers are lost, one after the other. Those who play on must agree on the last
\* frame for which an input of a lost peer counts, whatever each had received, and
\* although each may already have simulated frames that the others could not.
\* PREPARE, REPORT and CUT are sets that only grow: a message may be received at any
\* time, any number of times or never. An input that was sent may arrive at any time,
\* from its owner or relayed by whoever holds it. Rounds of one leader's term are ballots.
\* Which quorums a decision needs across epochs is in Epochs.tla.
EXTENDS Integers, FiniteSets, TLC
CONSTANTS N,            \* peers 1..N; the lowest member breaks an exact half
          Last,         \* frames 1..Last
          D,            \* input delay: a peer has sent its inputs up to frame D past what it has simulated
          Lost,         \* gone from the beginning, with inputs up to frame Last - 1, at least 1, on their way
          Late,         \* peers whose inputs arrive one by one, at each peer when they like; others' arrive at once
          Leads,        \* 10 * ballot + peer: who may lead which ballot
          Suspects,     \* 10 * ballot + peer: who may be suspected in which ballot
          Rule,         \* "Max": what anyone received counts | "Min": what all received (rollback libraries freeze there)
          Fence,        \* TRUE: a report binds, nothing past it is simulated for a suspect
          KeepFence,    \* TRUE: a fence stands until a cut is applied; FALSE: a newer round without that suspect lifts it
          Evict,        \* TRUE: whoever an applied cut left out stays out
          Abide,        \* who applies a cut: "Promise" nobody who promised a newer ballot | "Epoch" nobody who applied a
                        \* newer cut | "Nothing" any member
          AskAll,       \* TRUE: every member of a cut has answered its round; FALSE: a quorum of them
          OwnRounds,    \* TRUE: only who asked decides; FALSE: whoever promised decides with the answers it overhears
          HoldAll       \* TRUE: a cut is applied only by who holds every input it counts
VARIABLES got,          \* got[s][p]: s holds the inputs of p up to this frame, for p in Late
          fence,        \* fence[s][p]: s simulates no input of p past this frame
          sim,          \* sim[s]: frames simulated
          real,         \* real[s][p]: frames up to this one were simulated with p's input, later ones with the neutral one
          prom, epoch,
          preps, reps, cuts
vars == <<got, fence, sim, real, prom, epoch, preps, reps, cuts>>
Peers == 1..N
Open == Last + 1
MinOf(X) == CHOOSE x \in X : \A y \in X : x <= y
MaxOf(X) == CHOOSE x \in X : \A y \in X : y <= x
Least(a, b) == IF a < b THEN a ELSE b
Quorum(M, V) == LET n == Cardinality(M \cap V) m == Cardinality(M)
                IN 2 * n > m \/ (2 * n = m /\ MinOf(M) \in V)
\* F[p] is the last frame of p that counts, Open for a member
Root == [b |-> 0, l |-> 0, Q |-> Peers, F |-> [p \in Peers |-> Open]]
\* Who dies later is a peer that takes no further step, which every peer may do at any time.
Up(s) == s \notin Lost
Sent(p) == IF p \in Lost THEN MaxOf({1, Last - 1}) ELSE Least(Last, sim[p] + D)
\* What has arrived at s when it does something that depends on the frames in wanted. Nobody but s sees what it has
\* received, and what was sent may as well arrive later: an arrival commutes with all later steps of the others, and with
\* those of s that do not depend on it (Lipton 1975, right movers). So it is part of the step that depends on it.
Arrived(s, wanted) == {g \in [Late -> 0..Last] : \A p \in Late :
                         g[p] = got[s][p] \/ (p # s /\ g[p] > got[s][p] /\ g[p] <= Sent(p) /\ g[p] \in wanted[p])}
Holds(s, g, p) == IF p \in Late /\ p # s THEN g[p] ELSE Sent(p)
MayUse(s, g, p) == Least(Holds(s, g, p), fence[s][p])
-----------------------------------------------------------------------------
Init == /\ got = [s \in Peers |-> [p \in Late |-> 0]] /\ fence = [s \in Peers |-> [p \in Peers |-> Open]]
        /\ sim = [s \in Peers |-> 0] /\ real = [s \in Peers |-> [p \in Peers |-> 0]]
        /\ prom = [s \in Peers |-> 0] /\ epoch = [s \in Peers |-> Root]
        /\ preps = {} /\ reps = {} /\ cuts = {}
Simulate(s) == LET f == sim[s] + 1
                   e == epoch[s]
   IN /\ Up(s) /\ f <= Last
      /\ \E g \in Arrived(s, [p \in Late |-> IF f <= e.F[p] THEN {f} ELSE {}]) :
           LET used(p) == IF p \in e.Q THEN f <= MayUse(s, g, p) ELSE f <= Least(e.F[p], Holds(s, g, p))
           IN /\ \A p \in e.Q : used(p)
              /\ got' = [got EXCEPT ![s] = g]
              /\ real' = [real EXCEPT ![s] = [p \in Peers |-> IF used(p) THEN f ELSE @[p]]]
      /\ sim' = [sim EXCEPT ![s] = f]
      /\ UNCHANGED <<fence, prom, epoch, preps, reps, cuts>>
\* Promises, and says what it may use of the suspects' inputs; nobody asks about others.
Answer(s, b, l, sus) == \E g \in Arrived(s, [p \in Late |-> IF p \in sus THEN 1..Last ELSE {}]) :
   /\ got' = [got EXCEPT ![s] = g]
   /\ fence' = [fence EXCEPT ![s] = [p \in Peers |-> IF p \in sus THEN (IF Fence THEN MayUse(s, g, p) ELSE Open)
                                                      ELSE IF KeepFence THEN fence[s][p] ELSE Open]]
   /\ prom' = [prom EXCEPT ![s] = b]
   /\ reps' = reps \cup {[b |-> b, s |-> s, to |-> l, r |-> [p \in sus |-> MayUse(s, g, p)], e |-> epoch[s]]}
\* A leader starts a round: it names suspects, and is the first to report.
Prepare(s, b) == /\ Up(s) /\ 10 * b + s \in Leads /\ b > prom[s]
                 /\ \E sus \in SUBSET {p \in Peers \ {s} : 10 * b + p \in Suspects} :
                      /\ preps' = preps \cup {[b |-> b, l |-> s, sus |-> sus]}
                      /\ Answer(s, b, s, sus)
                 /\ UNCHANGED <<sim, real, epoch, cuts>>
Report(s) == \E m \in preps : /\ Up(s) /\ m.b > prom[s] /\ Answer(s, m.b, m.l, m.sus)
                              /\ UNCHANGED <<sim, real, epoch, preps, cuts>>
\* Every member that is not suspected has reported, and they are a quorum: the cut. It names the frame of every seat.
Propose(s) == \E m \in preps :
   /\ Up(s) /\ (OwnRounds => m.l = s) = TRUE /\ prom[s] = m.b /\ \A c \in cuts : c.b # m.b \/ c.l # s
   /\ LET R == {r \in reps : r.b = m.b /\ r.to = m.l}
          answered == {r.s : r \in R}
          n == (CHOOSE r \in R : \A o \in R : o.e.b <= r.e.b).e
          M == IF Evict THEN n.Q ELSE Peers
          Q == M \ m.sus
          rs(p) == {r.r[p] : r \in {x \in R : x.s \in Q}}
          F == [p \in Peers |-> IF p \in Q THEN Open ELSE IF p \notin n.Q THEN n.F[p]
                                ELSE IF Rule = "Max" THEN MaxOf(rs(p)) ELSE MinOf(rs(p))]
      IN /\ s \in Q /\ (AskAll => Q \subseteq answered) /\ Quorum(M, Q \cap answered) = TRUE
         /\ cuts' = cuts \cup {[b |-> m.b, l |-> s, Q |-> Q, F |-> F]}
   /\ UNCHANGED <<got, fence, sim, real, prom, epoch, preps, reps>>
\* A member of a cut has promised it by its answer (AppliedIsPromised), so to apply one is no new promise, and whoever
\* abides by its promise applies nothing older than it has: one comparison does.
MayApply(s, c) == /\ s \in c.Q /\ c # epoch[s]
                  /\ c.b >= (IF Abide = "Promise" THEN prom[s] ELSE IF Abide = "Epoch" THEN epoch[s].b ELSE 0)
Apply(s) == \E c \in cuts : /\ Up(s) /\ MayApply(s, c) = TRUE
                            /\ \E g \in Arrived(s, [p \in Late |-> {c.F[p]}]) :
                                 /\ (HoldAll => \A p \in Peers \ c.Q : Holds(s, g, p) >= c.F[p]) = TRUE
                                 /\ got' = [got EXCEPT ![s] = g]
                            /\ epoch' = [epoch EXCEPT ![s] = c]
                            /\ fence' = [fence EXCEPT ![s] = [p \in Peers |-> Open]]
                            /\ UNCHANGED <<sim, real, prom, preps, reps, cuts>>
Next == \E s \in Peers : \/ \E b \in 1..9 : Prepare(s, b)
                         \/ Simulate(s) \/ Report(s) \/ Propose(s) \/ Apply(s)
Spec == Init /\ [][Next]_vars
\* States that differ only in what nothing depends on any more are one: answers to rounds that are closed, PREPAREs that
\* everybody has outbid, cuts that nobody can apply, fences past all that can arrive.
Going(m) == \E s \in Peers : prom[s] = m.b /\ (m.l = s \/ ~OwnRounds) /\ \A c \in cuts : c.b # m.b \/ c.l # s
Useful == <<got, sim, real, prom, epoch,
            [s \in Peers |-> [p \in Peers |-> IF fence[s][p] >= (IF p \in Lost THEN Sent(p) ELSE Last) THEN Open
                                              ELSE fence[s][p]]],
            {m \in preps : Going(m)}, {m \in preps : \E s \in Peers : Up(s) /\ prom[s] < m.b},
            {r \in reps : \E m \in preps : m.b = r.b /\ m.l = r.to /\ Going(m)},
            {c \in cuts : \E s \in c.Q : Up(s) /\ MayApply(s, c)}>>
-----------------------------------------------------------------------------
Agree(a, b) == LET m == Least(sim[a], sim[b])
               IN \A p \in Peers : Least(real[a][p], m) = Least(real[b][p], m)
\* The promise: two peers of the same epoch have simulated no frame with different inputs.
SameEpochSameInputs == \A a, b \in Peers : epoch[a] = epoch[b] => Agree(a, b)
AppliedIsPromised == \A s \in Peers : epoch[s].b <= prom[s]
\* A ballot names one cut: who has applied the newest ballot of all has what it stands for.
OneCutABallot == \A c, d \in cuts : c.b = d.b => c.Q = d.Q /\ c.F = d.F
\* Vacuity guards: each must be violated. The first is the stronger promise, which nobody can keep who simulates a frame
\* before it is acknowledged: an evicted peer may have seen it otherwise.
EveryoneSameInputs == \A a, b \in Peers : Agree(a, b)
NobodyUsesNeutral == \A s \in Peers : \A p \in Peers : sim[s] = Last => real[s][p] = Last
NoSecondCut == ~ \E s \in Peers : \E c \in cuts : c.b < epoch[s].b /\ epoch[s].Q # c.Q /\ epoch[s].Q \subseteq c.Q
NothingForwarded == \A s \in Peers : \A r \in reps : (r.b = epoch[s].b /\ r.s = s) =>
                       \A p \in DOMAIN r.r \cap Late : r.r[p] >= epoch[s].F[p]
=============================================================================
