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
          Mortal,       \* peers that may die, at most one does
          Leads,        \* 10 * ballot + peer: who may lead which ballot
          Suspects,     \* 10 * ballot + peer: who may be suspected in which ballot
          Rule,         \* "Max": what anyone received counts | "Min": what all received (rollback libraries freeze there)
          Fence,        \* TRUE: a report binds, nothing past it is simulated for a suspect
          KeepFence,    \* TRUE: a fence stands until a cut is applied; FALSE: a newer round without that suspect lifts it
          Evict,        \* TRUE: whoever an applied cut left out stays out
          AbidePromise, \* TRUE: a cut older than what was promised is not applied
          HoldAll       \* TRUE: a cut is applied only by who holds every input it counts
VARIABLES got,          \* got[s][p]: s holds the inputs of p up to this frame, for p in Late
          fence,        \* fence[s][p]: s simulates no input of p past this frame
          sim,          \* sim[s]: frames simulated
          real,         \* real[s][p]: frames up to this one were simulated with p's input, later ones with the neutral one
          prom, epoch, down,
          preps, reps, cuts
vars == <<got, fence, sim, real, prom, epoch, down, preps, reps, cuts>>
Peers == 1..N
Open == Last + 1
MinOf(X) == CHOOSE x \in X : \A y \in X : x <= y
MaxOf(X) == CHOOSE x \in X : \A y \in X : y <= x
Least(a, b) == IF a < b THEN a ELSE b
Quorum(M, V) == LET n == Cardinality(M \cap V) m == Cardinality(M)
                IN 2 * n > m \/ (2 * n = m /\ MinOf(M) \in V)
\* F[p] is the last frame of p that counts, Open for a member
Root == [b |-> 0, Q |-> Peers, F |-> [p \in Peers |-> Open]]
Up(s) == s \notin down
Sent(p) == IF p \in Lost THEN MaxOf({1, Last - 1}) ELSE Least(Last, sim[p] + D)
Holds(s, p) == IF p \in Late /\ p # s THEN got[s][p] ELSE Sent(p)
MayUse(s, p) == Least(Holds(s, p), fence[s][p])
-----------------------------------------------------------------------------
Init == /\ got = [s \in Peers |-> [p \in Late |-> 0]] /\ fence = [s \in Peers |-> [p \in Peers |-> Open]]
        /\ sim = [s \in Peers |-> 0] /\ real = [s \in Peers |-> [p \in Peers |-> 0]]
        /\ prom = [s \in Peers |-> 0] /\ epoch = [s \in Peers |-> Root] /\ down = Lost
        /\ preps = {} /\ reps = {} /\ cuts = {}
Receive(s, p) == /\ Up(s) /\ p # s /\ got[s][p] < Sent(p)
                 /\ got' = [got EXCEPT ![s][p] = @ + 1]
                 /\ UNCHANGED <<fence, sim, real, prom, epoch, down, preps, reps, cuts>>
Simulate(s) == LET f == sim[s] + 1
                   e == epoch[s]
                   used(p) == IF p \in e.Q THEN f <= MayUse(s, p) ELSE f <= Least(e.F[p], Holds(s, p))
   IN /\ Up(s) /\ f <= Last /\ \A p \in e.Q : used(p)
      /\ sim' = [sim EXCEPT ![s] = f]
      /\ real' = [real EXCEPT ![s] = [p \in Peers |-> IF used(p) THEN f ELSE @[p]]]
      /\ UNCHANGED <<got, fence, prom, epoch, down, preps, reps, cuts>>
\* A leader starts a round: it names suspects, and is the first to report.
Bind(s, sus) == [p \in Peers |-> IF p \in sus THEN (IF Fence THEN MayUse(s, p) ELSE Open)
                                 ELSE IF KeepFence THEN fence[s][p] ELSE Open]
Answer(s, b) == [b |-> b, s |-> s, r |-> [p \in Peers |-> MayUse(s, p)], e |-> epoch[s]]
Prepare(s, b) == /\ Up(s) /\ 10 * b + s \in Leads /\ b > prom[s] /\ \A m \in preps : m.b # b
                 /\ \E sus \in SUBSET {p \in Peers \ {s} : 10 * b + p \in Suspects} :
                      /\ preps' = preps \cup {[b |-> b, l |-> s, sus |-> sus]}
                      /\ fence' = [fence EXCEPT ![s] = Bind(s, sus)]
                 /\ prom' = [prom EXCEPT ![s] = b] /\ reps' = reps \cup {Answer(s, b)}
                 /\ UNCHANGED <<got, sim, real, epoch, down, cuts>>
Report(s) == \E m \in preps : /\ Up(s) /\ m.b > prom[s]
                              /\ fence' = [fence EXCEPT ![s] = Bind(s, m.sus)]
                              /\ prom' = [prom EXCEPT ![s] = m.b] /\ reps' = reps \cup {Answer(s, m.b)}
                              /\ UNCHANGED <<got, sim, real, epoch, down, preps, cuts>>
\* Every member that is not suspected has reported, and they are a quorum: the cut. It names the frame of every seat.
Propose(s) == \E m \in preps :
   /\ Up(s) /\ m.l = s /\ prom[s] = m.b /\ \A c \in cuts : c.b # m.b
   /\ LET R == {r \in reps : r.b = m.b}
          n == (CHOOSE r \in R : \A o \in R : o.e.b <= r.e.b).e
          M == IF Evict THEN n.Q ELSE Peers
          Q == M \ m.sus
          rs(p) == {r.r[p] : r \in {x \in R : x.s \in Q}}
          F == [p \in Peers |-> IF p \in Q THEN Open ELSE IF p \notin n.Q THEN n.F[p]
                                ELSE IF Rule = "Max" THEN MaxOf(rs(p)) ELSE MinOf(rs(p))]
      IN /\ s \in Q /\ Q \subseteq {r.s : r \in R} /\ Quorum(M, Q) = TRUE
         /\ cuts' = cuts \cup {[b |-> m.b, Q |-> Q, F |-> F]}
   /\ UNCHANGED <<got, fence, sim, real, prom, epoch, down, preps, reps>>
Apply(s) == \E c \in cuts : /\ Up(s) /\ s \in c.Q /\ c.b > epoch[s].b /\ (AbidePromise => c.b >= prom[s]) = TRUE
                            /\ (HoldAll => \A p \in Peers \ c.Q : Holds(s, p) >= c.F[p]) = TRUE
                            /\ epoch' = [epoch EXCEPT ![s] = c]
                            /\ prom' = [prom EXCEPT ![s] = c.b]
                            /\ fence' = [fence EXCEPT ![s] = [p \in Peers |-> Open]]
                            /\ UNCHANGED <<got, sim, real, down, preps, reps, cuts>>
Die(s) == /\ s \in Mortal /\ down = Lost /\ down' = down \cup {s}
          /\ UNCHANGED <<got, fence, sim, real, prom, epoch, preps, reps, cuts>>
Next == \E s \in Peers : \/ \E p \in Late : Receive(s, p)
                         \/ \E b \in 1..9 : Prepare(s, b)
                         \/ Simulate(s) \/ Report(s) \/ Propose(s) \/ Apply(s) \/ Die(s)
Spec == Init /\ [][Next]_vars
-----------------------------------------------------------------------------
Agree(a, b) == LET m == Least(sim[a], sim[b])
               IN \A p \in Peers : Least(real[a][p], m) = Least(real[b][p], m)
\* The promise: two peers of the same epoch have simulated no frame with different inputs.
SameEpochSameInputs == \A a, b \in Peers : epoch[a] = epoch[b] => Agree(a, b)
\* Vacuity guards: each must be violated. The first is the stronger promise, which nobody can keep who simulates a frame
\* before it is acknowledged: an evicted peer may have seen it otherwise.
EveryoneSameInputs == \A a, b \in Peers : Agree(a, b)
NobodyUsesNeutral == \A s \in Peers : \A p \in Peers : sim[s] = Last => real[s][p] = Last
NoSecondCut == ~ \E s \in Peers : \E c \in cuts : c.b < epoch[s].b /\ epoch[s].Q # c.Q /\ epoch[s].Q \subseteq c.Q
NothingForwarded == \A s \in Peers : \A p \in Late \ epoch[s].Q : \A r \in reps :
                       (r.b = epoch[s].b /\ r.s = s) => r.r[p] >= epoch[s].F[p]
=============================================================================
