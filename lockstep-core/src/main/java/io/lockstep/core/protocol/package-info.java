/**
 * The wire: one class a message, as bytes and by the names of its fields. {@code docs/WIRE.md} draws every byte.
 */
package io.lockstep.core.protocol;
