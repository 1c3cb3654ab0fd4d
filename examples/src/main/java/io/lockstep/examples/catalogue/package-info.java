/**
 * The messages of the game that Rabbit was made for, one class each. Their fields are public and unchecked until they
 * are written: they are what a codec fills again and again. A field that is only there under a condition keeps its last
 * value when it is not.
 */
package io.lockstep.examples.catalogue;
