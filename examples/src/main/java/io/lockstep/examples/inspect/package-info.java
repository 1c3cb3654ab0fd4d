/**
 * Translates messages between hexadecimal and JSON.
 */
package io.lockstep.examples.inspect;
