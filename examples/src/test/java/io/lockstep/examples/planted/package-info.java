/** A small project with its dependencies the wrong way round, to show that the rules notice. */
package io.lockstep.examples.planted;
