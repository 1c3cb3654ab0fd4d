package io.lockstep.testkit;

/**
 * A fault and the directed fleet that has to find it.
 *
 * @param mutant the fault
 * @param fleet  what finds it
 */
record PlantedFault(Mutant mutant, DirectedFleet fleet) {

    /** The same fault in one more place. */
    PlantedFault also(final String file, final String piece, final String replacement) {
        mutant.in(file, piece, replacement);
        return this;
    }

    @Override
    public String toString() {
        return mutant.name;
    }
}
