/**
 * What the bytes of each protocol say, as JSON: for inspecting them and for comparing sizes.
 */
package io.lockstep.examples.formats;
