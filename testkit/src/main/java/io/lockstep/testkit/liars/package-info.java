/**
 * Matches in which one member lies, by rules, to the others: what it says has a valid seal.
 */
@NullMarked
package io.lockstep.testkit.liars;

import org.jspecify.annotations.NullMarked;
