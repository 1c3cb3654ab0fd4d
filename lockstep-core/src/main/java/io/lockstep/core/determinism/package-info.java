/**
 * What helps a game to be deterministic. The list of what its code should not call is in this jar too, as
 * {@code lockstep-determinism.txt}, for the forbiddenapis plugin of the game's own build.
 */
@NullMarked
package io.lockstep.core.determinism;

import org.jspecify.annotations.NullMarked;
