/**
 * How simulated matches read what the parts of a session hold. A session outside of them never does. Not for users of
 * the library: it may change with every release.
 */
package io.lockstep.core.internal.inspect;
