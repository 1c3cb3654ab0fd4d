/**
 * Who is in the match: agreed cuts, epochs, and admission. Pure state machines on top of {@code io.lockstep.election};
 * time and messages are handed in. For the session, not for applications.
 */
package io.lockstep.core.membership;
