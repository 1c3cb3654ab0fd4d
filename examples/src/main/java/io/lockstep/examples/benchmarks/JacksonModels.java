package io.lockstep.examples.benchmarks;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.PropertyNamingStrategy;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;

/** The values as Jackson would have them: plain fields, in the JSON that {@code inspect} prints. */
final class JacksonModels {

    private JacksonModels() {
    }

    static ObjectMapper snakeCase() {
        return mapper(PropertyNamingStrategies.SNAKE_CASE);
    }

    static ObjectMapper camelCase() {
        return mapper(PropertyNamingStrategies.LOWER_CAMEL_CASE);
    }

    private static ObjectMapper mapper(final PropertyNamingStrategy names) {
        return JsonMapper.builder().propertyNamingStrategy(names).visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .defaultPropertyInclusion(JsonInclude.Value.construct(Include.NON_NULL, Include.NON_NULL)).build();
    }

    static final class State {
        String status;
        List<PowerUp> powerUps;
        List<Ship> players;
    }

    static final class PowerUp {
        int posX;
        int posY;
        String kind;
    }

    static final class Ship {
        int posX;
        int posY;
        int hp;
        boolean alive;
        String direction;
        String playerId;
        List<Bullet> bullets;
    }

    static final class Bullet {
        int posX;
        int posY;
        boolean active;
        String direction;
    }

    static final class Snapshot {
        List<Entity> entities;
    }

    static final class Entity {
        long id;
        Kind kind;
    }

    static final class Kind {
        Thing object;
        Player player;
    }

    static final class Thing {
        Point position;
        String kind;
        boolean breakable;
        Float durability;
        long health;
        long maxHealth;
    }

    static final class Player {
        Point position;
        Movement movement;
        Long holding;
        Long breaking;
        long owner;
        long health;
        long maxHealth;
    }

    static final class Point {
        float x;
        float y;
        float z;
    }

    static final class Movement {
        Boolean north;
        Boolean west;
        Boolean south;
        Boolean east;
    }

    static final class Mario {
        Integer playerScore;
        Integer coins;
        Integer x;
        Integer y;
        String playerName;
        Boolean isAlive;
        Boolean isPoweredUp;
    }
}
