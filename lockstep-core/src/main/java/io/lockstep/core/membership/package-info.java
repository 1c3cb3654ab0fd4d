/**
 * What a game chooses about who stays in a match.
 */
@NullMarked
package io.lockstep.core.membership;

import org.jspecify.annotations.NullMarked;
