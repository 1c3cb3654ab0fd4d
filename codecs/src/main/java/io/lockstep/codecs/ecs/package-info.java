/**
 * A stream of instructions that keeps a copy of entities and their components up to date, the table of components it
 * begins with, and the instructions for keys and clicks that go the other way. {@code docs/CODECS.md} has the layout.
 *
 * <p>Everything is big-endian, whatever the order of the buffers is.
 */
@NullMarked
package io.lockstep.codecs.ecs;

import org.jspecify.annotations.NullMarked;
