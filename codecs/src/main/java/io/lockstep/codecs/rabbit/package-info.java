/**
 * Rabbit: messages as a stream of raw bits, not self-describing, with variable-length integers.
 */
package io.lockstep.codecs.rabbit;
