/** Makes a loopback network between real sockets as bad as one likes. */
package io.lockstep.examples.impair;
