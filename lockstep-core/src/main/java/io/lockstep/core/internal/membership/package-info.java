/**
 * Who is in the match: agreed cuts, epochs, and admission. Pure state machines on top of {@code io.lockstep.election};
 * time and messages are handed in. Not for users of the library: it may change with every release.
 */
package io.lockstep.core.internal.membership;
