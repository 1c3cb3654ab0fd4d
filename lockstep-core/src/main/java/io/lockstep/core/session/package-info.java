/**
 * The lockstep session: what a game embeds. Start at {@link io.lockstep.core.session.Session}.
 */
package io.lockstep.core.session;
