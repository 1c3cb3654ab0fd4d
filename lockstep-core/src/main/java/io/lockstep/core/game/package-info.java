/**
 * What a game sees of a match: what it implements, what it is told, what it records, and the settings of a match. It
 * knows nothing of links, members or repairs.
 */
@NullMarked
package io.lockstep.core.game;

import org.jspecify.annotations.NullMarked;
