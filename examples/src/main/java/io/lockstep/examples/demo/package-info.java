/**
 * The command {@code lockstep demo}: a whole match in one process, its network and its mishaps in the hands of who
 * watches. Start at {@link io.lockstep.examples.demo.DemoCommand}.
 */
package io.lockstep.examples.demo;
