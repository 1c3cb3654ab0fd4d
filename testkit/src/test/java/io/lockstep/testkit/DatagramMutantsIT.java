package io.lockstep.testkit;

import io.lockstep.core.transport.udp.DatagramProbe;
import java.util.List;

/** Faults planted into the transport over plain UDP; its own tests have to find them. */
class DatagramMutantsIT extends FaultsToFind {

    DatagramMutantsIT() {
        super(DatagramProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("deliver an unreliable duplicate").foundBy("kept alive, CHECKSUM"),
            new Mutant("deliver a reliable duplicate").foundBy("reflections"),
            new Mutant("answer an Init twice").foundBy("no answer is larger"),
            new Mutant("open without a proof").foundBy("proofs before"),
            new Mutant("take the same proof for ever").foundBy("proofs before"),
            new Mutant("open whoever asks").foundBy("seats"),
            new Mutant("believe anybody").foundBy("kept alive, CHECKSUM"),
            new Mutant("believe anybody's inputs").foundBy("forged inputs, ANOTHER_KEY"),
            new Mutant("believe a greeting's seal").foundBy("greetings"),
            new Mutant("sign 16 bits of a sequence").foundBy("wrapped sequences"),
            new Mutant("sign without the connection").foundBy("forged ends"),
            new Mutant("be kept alive by what is repeated").foundBy("kept alive, CHECKSUM"),
            new Mutant("stay where the peer was").foundBy("a relay that stops"),
            new Mutant("follow what is repeated").foundBy("repeated from elsewhere"),
            new Mutant("send to the newest address alone").foundBy("an attacker that is faster"),
            new Mutant("accept a proof from one address alone").foundBy("a relay that stops"),
            new Mutant("keep who has fallen silent").foundBy("kept alive, CHECKSUM"),
            new Mutant("open by any answer").foundBy("its own proof"),
            new Mutant("answer a false challenge for ever").foundBy("a false challenge"),
            new Mutant("go on with both handshakes that cross").foundBy("handshakes that cross"),
            new Mutant("say the end once").foundBy("lost ends"),
            new Mutant("count what the socket refuses as sent").foundBy("a socket that takes nothing"));
    }
}
