/**
 * The wire: one class a message, binary and JSON. {@code docs/WIRE.md} draws every byte.
 */
package io.lockstep.core.protocol;
