/**
 * What can be done with a recording: play it, verify it, seek in it, compare it with another one, go on from it. No
 * files: bytes come from a buffer.
 */
package io.lockstep.codecs.replay;
