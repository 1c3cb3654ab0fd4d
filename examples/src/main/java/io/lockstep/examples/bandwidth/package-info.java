/**
 * What the messages of every protocol cost: {@code lockstep bandwidth}.
 */
package io.lockstep.examples.bandwidth;
