/**
 * Recordings: everything a peer executed, as blocks of bytes that survive a crash. No files: bytes go to a sink.
 * {@code lockstep-codecs} reads them.
 */
@NullMarked
package io.lockstep.core.replay;

import org.jspecify.annotations.NullMarked;
