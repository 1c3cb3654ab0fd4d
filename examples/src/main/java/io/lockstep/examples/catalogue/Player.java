package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** A player in the world. */
public final class Player implements RabbitMessage {

    /** Where it is. */
    public final Point position = new Point();

    /** Where it moves. */
    public final Direction movement = new Direction();

    /** Whether it holds an entity, a u1. */
    public boolean isHolding;

    /** The entity it holds, a u32. Only there if {@link #isHolding}. */
    public int holding;

    /** Whether it breaks an entity, a u1. */
    public boolean isBreaking;

    /** The entity it breaks, a u32. Only there if {@link #isBreaking}. */
    public int breaking;

    /** The id of the player in control, a u32. */
    public int owner;

    /** Its health, a u32. */
    public int health;

    /** The most health it can have, a u32. */
    public int maxHealth;

    /** A message to fill or to read into. */
    public Player() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        position.visit(fields);
        movement.visit(fields);
        isHolding = fields.flag(isHolding);
        if (isHolding) {
            holding = fields.u32(holding);
        }
        isBreaking = fields.flag(isBreaking);
        if (isBreaking) {
            breaking = fields.u32(breaking);
        }
        owner = fields.u32(owner);
        health = fields.u32(health);
        maxHealth = fields.u32(maxHealth);
    }
}
