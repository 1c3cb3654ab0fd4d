/**
 * Rabbit: messages as a stream of raw bits, not self-describing, with variable-length integers.
 */
@NullMarked
package io.lockstep.codecs.rabbit;

import org.jspecify.annotations.NullMarked;
