/**
 * The wire: one class a message, as bytes and by the names of its fields. {@code docs/WIRE.md} draws every byte. Not
 * for users of the library: it may change with every release.
 */
package io.lockstep.core.internal.protocol;
