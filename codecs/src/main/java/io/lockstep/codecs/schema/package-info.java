/**
 * Messages with a declared schema: a bitmask of the properties present, numbers of 1 to 8 bytes, booleans packed into
 * bits, strings, arrays, maps and nested objects; all of them, or only what changed. {@code docs/CODECS.md} has the
 * layout.
 */
@NullMarked
package io.lockstep.codecs.schema;

import org.jspecify.annotations.NullMarked;
