/**
 * The lockstep session: what a game embeds. Start at {@link io.lockstep.core.session.Session}.
 */
@NullMarked
package io.lockstep.core.session;

import org.jspecify.annotations.NullMarked;
