/**
 * Game protocols that were specified elsewhere, as forms for what a session carries without looking into it: a game's
 * events, its state, and changes of its state. Here is the seam behind which such bytes are written and read; each
 * protocol has a package of its own. {@code docs/CODECS.md} has the layouts.
 */
@NullMarked
package io.lockstep.codecs;

import org.jspecify.annotations.NullMarked;
