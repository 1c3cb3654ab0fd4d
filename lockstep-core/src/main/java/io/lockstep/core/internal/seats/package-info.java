/**
 * Who is in the match: who is lost, who leaves, who comes late, and the state that it is sent. It puts into effect what
 * the membership agrees on. Not for users of the library: it may change with every release.
 */
package io.lockstep.core.internal.seats;
