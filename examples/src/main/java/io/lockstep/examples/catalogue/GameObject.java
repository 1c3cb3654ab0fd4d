package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** An object in the world, the {@code Object} of the catalogue. */
public final class GameObject implements RabbitMessage {

    /** Where it is. */
    public final Point position = new Point();

    /** Whether it is a mushroom (1) or a tree (0), a u1. */
    public boolean mushroom;

    /** Whether it can be broken and picked up, a u1. */
    public boolean breakable;

    /** How much is left until a player can pick it up, an f32. Only there if {@link #breakable}. */
    public float durability;

    /** Its health, a u32. */
    public int health;

    /** The most health it can have, a u32. */
    public int maxHealth;

    /** A message to fill or to read into. */
    public GameObject() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        position.visit(fields);
        mushroom = fields.flag(mushroom);
        breakable = fields.flag(breakable);
        if (breakable) {
            durability = fields.f32(durability);
        }
        health = fields.u32(health);
        maxHealth = fields.u32(maxHealth);
    }
}
