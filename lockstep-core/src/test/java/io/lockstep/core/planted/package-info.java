/** Classes that break the rules of the house, one fault each, to show that the rules notice. */
package io.lockstep.core.planted;
