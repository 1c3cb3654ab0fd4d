/**
 * The feed that spectators watch: a recording as it grows, in acknowledged datagrams, from one who has it to a few who
 * want it. Not for users of the library: it may change with every release.
 */
package io.lockstep.core.internal.feed;
