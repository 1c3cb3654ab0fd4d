/**
 * What a game chooses about who stays in a match.
 */
package io.lockstep.core.membership;
