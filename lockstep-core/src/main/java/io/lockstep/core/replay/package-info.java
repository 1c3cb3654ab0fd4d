/**
 * Recordings: everything a peer executed, as blocks of bytes that survive a crash, and what can be done with them
 * afterwards: play, verify, seek, compare, resume. No files: bytes go to a sink and come from a buffer.
 */
package io.lockstep.core.replay;
