/**
 * Keys, MACs and the Noise handshake, made of what the JDK has. Not for users of the library: it may change with every
 * release.
 */
package io.lockstep.core.internal.crypto;
