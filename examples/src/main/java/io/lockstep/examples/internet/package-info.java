/**
 * The commands by which people play over the internet: {@code lobby}, {@code host} and {@code join}.
 */
package io.lockstep.examples.internet;
