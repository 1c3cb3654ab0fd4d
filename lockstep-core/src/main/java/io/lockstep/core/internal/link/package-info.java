/**
 * One peer and its datagrams: handshake, seal, windows of inputs, checksums in them, relays, and what they measure. Not
 * for users of the library: it may change with every release.
 */
package io.lockstep.core.internal.link;
