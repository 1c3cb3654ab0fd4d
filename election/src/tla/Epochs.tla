------------------------------- MODULE Epochs -------------------------------
\* Successive cuts, restarts, joins and leaves: who may decide what the next epoch is.
\* Messages (PREPARE, REPORT, CUT) are sets that only grow and may be received at
\* any time, any number of times or never: loss, duplication, reordering, delay.
\* A process is a seat and an incarnation, numbered seat + N * incarnation; a restart
\* forgets everything and comes back as the next incarnation, outside of every epoch.
\* Who leaves says goodbye in the epoch it has applied last, and does nothing after that.
\* What each input is worth in a cut is in Cut.tla; who leads a term in Election.tla.
EXTENDS Integers, FiniteSets, TLC
CONSTANTS N,            \* seats of the match, 1..N
          MaxBallot,    \* ballots 1..MaxBallot, at most 9; a ballot is a round of one leader's term
          Leads,        \* 10 * ballot + seat: which seats may lead which ballots (all of them, where time allows)
          MaxRestart,   \* restarts in all
          MaxJoin,      \* how many outsiders one cut may admit
          Established,  \* TRUE: until an epoch is established, a decision needs its predecessor's quorum too
          JoinEarly,    \* TRUE: outsiders may be admitted on top of an epoch that is not established
          Obituary,     \* what a proven death is worth, see Reached
          OwnBallots,   \* TRUE: a ballot belongs to one process; FALSE: two may use the same
          AskJoiners,   \* TRUE: outsiders promise the ballot that admits them
          Strangers,    \* a process that the leader did not know (hello) when the round began, only for "Attend":
                        \* "Close" ends the round | "Answer" may answer, but attends for no seat | "Attend" attends
          CountReplaced,\* TRUE: the answer of a process counts even where the cut admits its successor in the seat
          Abide,        \* who applies a cut: "Promise" nobody who promised a newer ballot | "Epoch" nobody who applied a
                        \* newer cut | "Nothing" any member
          Out,          \* seats that are in no epoch at first: processes that want to come in
          OwnRounds,    \* TRUE: only who asked decides; FALSE: whoever promised decides with the answers it overhears
          LeaderIn,     \* TRUE: who decides is a member of the newest epoch that was reported
          OwnQuorum,    \* FALSE: on top of an epoch that is not established its predecessor's quorum decides alone
          Forget,       \* TRUE: a restart forgets its epoch
          MaxLeave,     \* how many processes may leave
          Leavers,      \* seats whose processes may leave
          Restarters,   \* seats whose processes may restart
          Blind,        \* ballots whose leader may not know some of the running processes, only for "Attend"
          LeaveRule,    \* who has left and is not waited for in a decision about what follows an epoch:
                        \* "Goodbye" who has said goodbye in it or in an older one | "Any" in whatever epoch
                        \* "Fin" whose last input is marked, too, though it acts on until its goodbye
          LeaverAdmits, \* TRUE: who has marked its last input may still decide to admit somebody
          LeaverAwaited,\* TRUE: in an epoch that is not established nobody goes on beyond a member's last input
          LeaverAttends \* TRUE: full attendance is of every seat; FALSE: not of one left, of whose new process nobody heard
VARIABLES inc,          \* seat -> incarnation that runs now
          prom,         \* seat -> newest ballot its process has promised
          epoch,        \* seat -> the epoch its process has applied, 0 for none (a cut is known by its number in cuts)
          preps,        \* PREPARE: <<ballot, process, processes it knows then>>
          reps,         \* REPORT: [b, p, to, e]
          cuts,         \* CUT: [b, l, Q, par, full]; l the leader, full: decided by full attendance
          acks,         \* <<process, cut>>: has applied it
          fins,         \* <<process, ballot of its epoch>>: has marked its last input; it acts on until its goodbye
          byes          \* the same: has said goodbye
vars == <<inc, prom, epoch, preps, reps, cuts, acks, fins, byes>>
Seats == 1..N
Ballots == 1..MaxBallot
Seat(p) == ((p - 1) % N) + 1
Proc(s) == s + N * inc[s]
Alive(p) == Proc(Seat(p)) = p
\* The tie goes with the seat, whichever process has it: no epoch has two processes of one seat.
Lowest(X) == CHOOSE x \in X : \A y \in X : Seat(x) <= Seat(y)
Outside == [b |-> -1, l |-> 0, Q |-> {}, par |-> -1, full |-> FALSE]
Root == [b |-> 0, l |-> 0, Q |-> Seats \ Out, par |-> -1, full |-> FALSE]
Id(c) == 100 * c.b + c.l
Restarts(i) == LET RECURSIVE Sum(_)
                   Sum(s) == IF s = 0 THEN 0 ELSE i[s] + Sum(s - 1)
               IN Sum(N)
Quorum(members, voters) ==
   LET n == Cardinality(members \cap voters) m == Cardinality(members)
   IN 2 * n > m \/ (2 * n = m /\ Lowest(members) \in voters)
\* An accepted hello of a newer incarnation is the proof. Everybody may know of every death: to know more allows more.
Dead(p) == ~Alive(p)
Ended(p) == \E x \in fins : x[1] = p
Left(p) == \E x \in byes : x[1] = p
\* Everybody may have heard of every goodbye: to know more allows more.
Gone(c) == {p \in c.Q : \/ \E x \in byes : x[1] = p /\ (LeaveRule = "Any" \/ x[2] <= c.b)
                        \/ LeaveRule = "Fin" /\ \E x \in fins : x[1] = p /\ x[2] <= c.b}
\* "None"   deaths prove nothing
\* "Shrink" the dead leave the denominator, the tie passes to the lowest member that is not dead
\* "All"    whoever is not proven dead agrees
\* "Attend" every seat of the match has answered this ballot, those of the dead by the process that took their place
\* Whoever has decided anything is among the members that have not left, so all of these together have missed nothing.
Reached(c, voters, attended) ==
   LET members == c.Q
       there == members \ Gone(c)
   IN \/ Quorum(members, voters)
      \/ there # {} /\ there # members /\ there \subseteq voters
      \/ /\ Obituary = "Shrink" /\ \E m \in members : ~Dead(m)
         /\ Quorum({m \in members : ~Dead(m)}, voters)
      \/ Obituary = "All" /\ voters # {} /\ \A m \in members : m \in voters \/ Dead(m)
      \/ Obituary = "Attend" /\ attended /\ there \subseteq (voters \cup {m \in members : Dead(m)})
Ackers(c) == {a[1] : a \in {x \in acks : x[2] = c}}
Parent(c) == CHOOSE d \in cuts : Id(d) = c.par
IsEstablished(c) ==
   IF c.b = 0 \/ ~Established THEN TRUE
   ELSE \/ Reached(Parent(c), Ackers(c), FALSE)
        \/ c.full
RECURSIVE MayDecide(_, _, _)
MayDecide(voters, c, attended) ==
   /\ Reached(c, voters, attended) \/ (~OwnQuorum /\ ~IsEstablished(c))
   /\ IF IsEstablished(c) THEN TRUE ELSE MayDecide(voters, Parent(c), attended)
-----------------------------------------------------------------------------
Init == /\ inc = [s \in Seats |-> 0] /\ prom = [s \in Seats |-> 0] /\ epoch = [s \in Seats |-> IF s \in Out THEN Outside ELSE Root]
        /\ preps = {} /\ reps = {} /\ cuts = {Root} /\ acks = {} /\ fins = {} /\ byes = {}
\* Reports to a round that its leader has closed or left for a newer one are forgotten, and nobody joins such a round any
\* more: they could only raise promises, and a process that promised less may do all that one that promised more may.
Kept(s) == {r \in reps : r.to # Proc(s)}
Running == {Proc(s) : s \in {x \in Seats : ~Left(Proc(x))}}
Open(b, p) == Alive(p) /\ ~Left(p) /\ prom[Seat(p)] = b /\ \A c \in cuts : c.b # b \/ c.l # p
Known(s, b) == IF Obituary # "Attend" THEN {{}} ELSE {k \in SUBSET Running : Proc(s) \in k /\ (b \in Blind \/ k = Running)}
\* A leader starts a round.
Prepare(s, b) == /\ ~Left(Proc(s)) /\ 10 * b + s \in Leads /\ epoch[s] # Outside /\ b > prom[s]
                 /\ (\A x \in preps : x[1] # b \/ (~OwnBallots /\ x[2] # Proc(s))) = TRUE
                 /\ \E K \in Known(s, b) : preps' = preps \cup {<<b, Proc(s), K>>}
                 /\ prom' = [prom EXCEPT ![s] = b]
                 /\ reps' = Kept(s) \cup {[b |-> b, p |-> Proc(s), to |-> Proc(s), e |-> epoch[s]]}
                 /\ UNCHANGED <<inc, epoch, cuts, acks, fins, byes>>
\* A process promises, and says what it has applied.
\* The leader hears the hello of a process before its answer, so with "Close" it gets none from a stranger.
Report(s) == \E x \in preps : /\ ~Left(Proc(s)) /\ x[1] > prom[s] /\ Open(x[1], x[2]) = TRUE
                              /\ (Obituary = "Attend" /\ Strangers = "Close" => Proc(s) \in x[3]) = TRUE
                              /\ prom' = [prom EXCEPT ![s] = x[1]]
                              /\ reps' = Kept(s) \cup {[b |-> x[1], p |-> Proc(s), to |-> x[2], e |-> epoch[s]]}
                              /\ UNCHANGED <<inc, epoch, preps, cuts, acks, fins, byes>>
Outsiders == {Proc(s) : s \in {x \in Seats : epoch[x] = Outside}}
\* Every seat has answered, each by a process the leader knew before it asked: whoever came before it died before that.
Full(R, known) == \A o \in Seats :
   \/ \E r \in R : Seat(r.p) = o /\ (Strangers # "Attend" => r.p \in known)
   \/ ~LeaverAttends /\ \E x \in byes : Seat(x[1]) = o /\ ~ \E k \in known : Seat(k) = o /\ k # x[1]
\* A leader decides, and applies what it sends.
Propose(s) == \E x \in preps :
   LET me == Proc(s)
       all == {r \in reps : r.b = x[1] /\ r.to = x[2]}
   IN /\ ~Left(me) /\ x[1] = prom[s] /\ (OwnRounds => x[2] = me) /\ Open(x[1], me) = TRUE
      /\ \E R \in SUBSET all :
           /\ \E r \in R : r.p = me
           /\ LET n == (CHOOSE r \in R : \A o \in R : o.e.b <= r.e.b).e
                  asked == {r.p : r \in {y \in R : y.e = Outside}} \ n.Q
              IN /\ (LeaderIn => me \in n.Q) = TRUE
                 /\ \E J \in SUBSET (IF AskJoiners THEN asked ELSE Outsiders \ n.Q) :
                      /\ Cardinality(J) <= (IF Ended(me) /\ ~LeaverAdmits THEN 0 ELSE MaxJoin)
                      /\ (J = {} \/ JoinEarly \/ IsEstablished(n)) = TRUE
                      /\ LET answered == {r.p : r \in {y \in R : y.p \in n.Q}}
                             stay == {p \in answered : \A j \in J : Seat(j) # Seat(p)}
                             V == IF CountReplaced THEN answered ELSE stay
                             plain == MayDecide(V, n, FALSE)
                             c == [b |-> x[1], l |-> me, Q |-> stay \cup J, par |-> Id(n), full |-> ~plain]
                         IN /\ (plain \/ MayDecide(V, n, Full(R, x[3]))) = TRUE
                            /\ c.Q # n.Q
                            /\ cuts' = cuts \cup {c}
                            /\ epoch' = [epoch EXCEPT ![s] = c]
                            /\ acks' = acks \cup {<<me, c>>}
      /\ reps' = Kept(s)
      /\ UNCHANGED <<inc, prom, preps, fins, byes>>
\* A member of a cut has promised it by its answer (AppliedIsPromised), so to apply one is no new promise, and whoever
\* abides by its promise applies nothing older than it has: one comparison does.
Apply(s) == \E c \in cuts : /\ ~Left(Proc(s)) /\ Proc(s) \in c.Q /\ c # epoch[s]
                            /\ c.b >= (IF Abide = "Promise" THEN prom[s] ELSE IF Abide = "Epoch" THEN epoch[s].b ELSE 0)
                            /\ epoch' = [epoch EXCEPT ![s] = c]
                            /\ acks' = acks \cup {<<Proc(s), c>>}
                            /\ UNCHANGED <<inc, prom, preps, reps, cuts, fins, byes>>
Restart(s) == /\ Restarts(inc) < MaxRestart /\ s \in Restarters
              /\ inc' = [inc EXCEPT ![s] = @ + 1]
              /\ prom' = [prom EXCEPT ![s] = 0] /\ epoch' = [epoch EXCEPT ![s] = IF Forget THEN Outside ELSE @]
              /\ reps' = Kept(s)
              /\ UNCHANGED <<preps, cuts, acks, fins, byes>>
\* A member marks its last input. It acts on, so that others can go on, until its goodbye.
Fin(s) == /\ s \in Leavers /\ epoch[s] # Outside /\ ~Ended(Proc(s)) /\ Cardinality(fins) < MaxLeave
          /\ fins' = fins \cup {<<Proc(s), epoch[s].b>>}
          /\ UNCHANGED <<inc, prom, epoch, preps, reps, cuts, acks, byes>>
\* Its goodbye names the epoch that it has applied, and so that it has decided nothing that follows it. It is its last word.
Goodbye(s) == /\ Ended(Proc(s)) /\ ~Left(Proc(s))
              /\ byes' = byes \cup {<<Proc(s), epoch[s].b>>}
              /\ reps' = Kept(s)
              /\ UNCHANGED <<inc, prom, epoch, preps, cuts, acks, fins>>
Next == \E s \in Seats : \/ \E b \in Ballots : Prepare(s, b)
                         \/ Report(s) \/ Propose(s) \/ Apply(s) \/ Restart(s) \/ Fin(s) \/ Goodbye(s)
Spec == Init /\ [][Next]_vars
-----------------------------------------------------------------------------
\* An epoch runs while every member is alive and has applied it: lockstep needs the inputs of all, up to their last ones.
Plays(p) == Alive(p) /\ ~Ended(p)
Runs(c) == /\ c # Outside /\ \E p \in c.Q : Plays(p)
           /\ \A p \in c.Q : \/ (Plays(p) /\ epoch[Seat(p)] = c)
                            \/ ((\E x \in fins : x[1] = p /\ x[2] <= c.b) /\ (LeaverAwaited => IsEstablished(c)))
OneHistory == \A a, b \in Seats : Runs(epoch[a]) /\ Runs(epoch[b]) => epoch[a] = epoch[b]
\* Who is in an epoch is a member of it; nobody else's word of it counts.
MembersOnly == \A s \in Seats : epoch[s] # Outside => Proc(s) \in epoch[s].Q
AppliedIsPromised == \A s \in Seats : epoch[s].b <= prom[s]
\* No epoch has two established successors that somebody acts in, be it only to help others until its goodbye.
Held(c) == \E p \in c.Q : Alive(p) /\ ~Left(p) /\ epoch[Seat(p)] = c
OneSuccessor == \A c, d \in cuts : c.b > 0 /\ d.b > 0 /\ c # d /\ c.par = d.par /\ Held(c) /\ Held(d)
                   => ~(IsEstablished(c) /\ IsEstablished(d))
\* Vacuity guards: each must be violated.
NoCutHappens == \A s \in Seats : epoch[s].b <= 0
NoSecondCut == \A s \in Seats : ~(Runs(epoch[s]) /\ epoch[s].par > 0)
NothingEstablished == \A c \in cuts : c.b > 0 => ~(IsEstablished(c) /\ Runs(c))
NoJoiner == \A c \in cuts : ~(Runs(c) /\ \E p \in c.Q : p > N)
NoLeaverSpared == \A c \in cuts : c.b > 0 => ~(Runs(c) /\ ~Quorum(Parent(c).Q, c.Q \cap Parent(c).Q))
NobodyReturns == \A x \in byes : \A c \in cuts : ~(Runs(c) /\ \E p \in c.Q : Seat(p) = Seat(x[1]) /\ p # x[1])
NoObituaryDecides == \A c \in cuts : c.b > 0 => Quorum(Parent(c).Q, c.Q \cap Parent(c).Q)
=============================================================================
