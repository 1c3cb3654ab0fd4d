/**
 * The keys of a match: one that keeps outsiders out, and a pair for each seat that keeps its members apart. See
 * docs/SECURITY.md.
 */
@NullMarked
package io.lockstep.core.security;

import org.jspecify.annotations.NullMarked;
