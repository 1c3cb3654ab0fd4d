/**
 * A capped JSON reader and writer, and the JSON form of a session's messages, which a session finds here by itself.
 * {@code docs/WIRE.md} has the fields.
 */
@NullMarked
package io.lockstep.codecs.json;

import org.jspecify.annotations.NullMarked;
