// Terraces once more, in C++: the yardstick for compiled Python. Same rules, same order of options, same random
// numbers, same checksums as bench/calibration.py, four seats; written as one would write it for speed.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int SIDE = 7, CELLS = 49, COLOURS = 5, CARDS = 20, COPIES = 5, DECK = 100, SEATS = 4;
constexpr int HAND_LIMIT = 6, MARKET = 4, ACTIONS = 3, ROUNDS = 12, STRIDE = 3, REACH = 2, AREA = 3, FAVOURITE = 2;
constexpr int8_t EMPTY = -1;
constexpr int8_t HOME[SEATS] = {8, 40, 12, 36};

enum { END = 0, DRAW = 1, BUY = 2, PLANT = 6, WALK = 26, HARVEST = 75, MAX_OPTIONS = 124 };
enum Step : uint8_t { BEGIN_TURN = 1, END_TURN, DO_SOMETHING, PLANT_IT, KEEP_ONE };

inline int colour_of(int card) { return card >> 2; }
inline int value_of(int card) { return (card & 3) + 1; }
inline uint64_t bit(int cell) { return uint64_t(1) << cell; }

struct Near {
    int8_t count;
    int8_t cell[24];
    uint64_t mask;
};

struct Tables {
    Near beside[CELLS], plantable[CELLS];

    static Near around(int cell, int near, bool king) {
        Near found{};
        for (int other = 0; other < CELLS; other++) {
            int rows = std::abs(other / SIDE - cell / SIDE), columns = std::abs(other % SIDE - cell % SIDE);
            int distance = king ? (rows > columns ? rows : columns) : rows + columns;
            if (distance > 0 && distance <= near) {
                found.cell[found.count++] = int8_t(other);
                found.mask |= bit(other);
            }
        }
        return found;
    }

    Tables() {
        for (int cell = 0; cell < CELLS; cell++) {
            beside[cell] = around(cell, 1, false);
            plantable[cell] = around(cell, REACH, true);
        }
    }
};

const Tables tables;

uint32_t mix(uint32_t h, uint32_t x) {
    h = (h ^ x) * 0x1B873593u;
    return h ^ (h >> 15);
}

template <class T>
uint32_t mix_all(uint32_t h, const T* items, int count) {
    h = mix(h, uint32_t(count));
    for (int i = 0; i < count; i++) h = mix(h, uint32_t(items[i]));
    return h;
}

struct Random {
    uint32_t a, b, c, counter;

    explicit Random(uint32_t seed = 0) : a(seed), b(0), c(0), counter(0) {
        for (int i = 0; i < 20; i++) word();
    }

    uint32_t word() {
        uint32_t out = a + b + counter++;
        a = b ^ (b >> 9);
        b = c + (c << 3);
        c = (c << 21 | c >> 11) + out;
        return out;
    }

    uint32_t below(uint32_t n) {
        uint64_t product = uint64_t(word()) * n;
        if (uint32_t(product) < n) {
            uint32_t unfair = -n % n;
            while (uint32_t(product) < unfair) product = uint64_t(word()) * n;
        }
        return uint32_t(product >> 32);
    }

    void shuffle(int8_t* items, int count) {
        for (int i = count - 1; i > 0; i--) {
            int j = int(below(uint32_t(i + 1)));
            int8_t kept = items[i];
            items[i] = items[j];
            items[j] = kept;
        }
    }
};

struct Terraces {
    Random random;
    int8_t tile[CELLS], owner[CELLS], walker[SEATS];
    int8_t hand[SEATS][CARDS], hand_size[SEATS], favourite[COLOURS], market[MARKET];
    int8_t deck[DECK], discard[DECK];
    int16_t coins[SEATS], points[SEATS];
    int8_t deck_size, discard_size, turn, actions, round, subject;
    uint8_t stack[4], depth;

    explicit Terraces(uint32_t seed) : random(seed) {
        std::memset(tile, EMPTY, sizeof tile);
        std::memset(owner, EMPTY, sizeof owner);
        std::memcpy(walker, HOME, sizeof walker);
        std::memset(hand, 0, sizeof hand);
        for (int colour = 0; colour < COLOURS; colour++) favourite[colour] = int8_t(colour);
        random.shuffle(favourite, COLOURS);
        std::memset(market, EMPTY, sizeof market);
        for (int i = 0; i < DECK; i++) deck[i] = int8_t(i / COPIES);
        random.shuffle(deck, DECK);
        deck_size = DECK;
        discard_size = turn = actions = round = subject = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            coins[seat] = 2;
            points[seat] = 0;
            for (int i = 0; i < 3; i++) hand[seat][draw()]++;
            hand_size[seat] = 3;
        }
        depth = 0;
        push(BEGIN_TURN);
        run_steps();
    }

    void push(Step step) { stack[depth++] = step; }

    bool has_card() const { return deck_size + discard_size > 0; }

    int draw() {
        if (deck_size == 0) {
            std::memcpy(deck, discard, size_t(discard_size));
            deck_size = discard_size;
            discard_size = 0;
            random.shuffle(deck, deck_size);
        }
        return deck[--deck_size];
    }

    bool has_room(int seat) const {
        const Near& near = tables.plantable[walker[seat]];
        for (int i = 0; i < near.count; i++)
            if (tile[near.cell[i]] < 0) return true;
        return false;
    }

    uint64_t walk_area(int seat) const {
        int8_t queue[CELLS];
        uint64_t seen = bit(walker[seat]);
        queue[0] = walker[seat];
        int begin = 0, end = 1;
        for (int step = 0; step < STRIDE; step++) {
            for (int ring = end; begin < ring; begin++) {
                const Near& near = tables.beside[queue[begin]];
                for (int i = 0; i < near.count; i++) {
                    int cell = near.cell[i];
                    if (!(seen >> cell & 1) && (owner[cell] < 0 || owner[cell] == seat)) {
                        seen |= bit(cell);
                        queue[end++] = int8_t(cell);
                    }
                }
            }
        }
        return seen;
    }

    uint64_t colour_area(int start) const {
        int8_t queue[CELLS];
        int colour = colour_of(tile[start]);
        uint64_t seen = bit(start);
        queue[0] = int8_t(start);
        int size = 1;
        while (size > 0) {
            const Near& near = tables.beside[queue[--size]];
            for (int i = 0; i < near.count; i++) {
                int cell = near.cell[i];
                if (!(seen >> cell & 1) && tile[cell] >= 0 && colour_of(tile[cell]) == colour) {
                    seen |= bit(cell);
                    queue[size++] = int8_t(cell);
                }
            }
        }
        return seen;
    }

    int chain(int cell) const {
        int value = value_of(tile[cell]), longest = 0;
        const Near& near = tables.beside[cell];
        for (int i = 0; i < near.count; i++) {
            int beside = near.cell[i];
            if (tile[beside] >= 0 && value_of(tile[beside]) > value) {
                int length = chain(beside);
                if (length > longest) longest = length;
            }
        }
        return longest + 1;
    }

    int options(uint8_t* out) const {
        switch (stack[depth - 1]) {
            case DO_SOMETHING: return do_something(out);
            case PLANT_IT: return plant_it(out);
            default: return keep_one(out);
        }
    }

    int do_something(uint8_t* out) const {
        int seat = turn, n = 0;
        out[n++] = END;
        if (hand_size[seat] < HAND_LIMIT && has_card()) out[n++] = DRAW;
        if (has_room(seat)) {
            for (int slot = 0; slot < MARKET; slot++)
                if (coins[seat] > slot && market[slot] >= 0) out[n++] = uint8_t(BUY + slot);
            for (int card = 0; card < CARDS; card++)
                if (hand[seat][card] > 0) out[n++] = uint8_t(PLANT + card);
        }
        for (uint64_t cells = walk_area(seat) & ~bit(walker[seat]); cells; cells &= cells - 1)
            out[n++] = uint8_t(WALK + __builtin_ctzll(cells));
        uint64_t seen = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            if (owner[cell] == seat && !(seen >> cell & 1)) {
                uint64_t area = colour_area(cell);
                seen |= area;
                if (__builtin_popcountll(area) >= AREA) out[n++] = uint8_t(HARVEST + cell);
            }
        }
        return n;
    }

    int plant_it(uint8_t* out) const {
        const Near& near = tables.plantable[walker[turn]];
        int n = 0;
        for (int i = 0; i < near.count; i++)
            if (tile[near.cell[i]] < 0) out[n++] = uint8_t(near.cell[i]);
        return n;
    }

    int keep_one(uint8_t* out) const {
        int n = 0;
        for (uint64_t area = colour_area(subject); area; area &= area - 1) {
            int cell = __builtin_ctzll(area);
            if (owner[cell] == turn) out[n++] = uint8_t(cell);
        }
        return n;
    }

    void apply(int option) {
        int seat = turn;
        switch (stack[--depth]) {
            case DO_SOMETHING: act(seat, option); break;
            case PLANT_IT:
                tile[option] = subject;
                owner[option] = int8_t(seat);
                points[seat] = int16_t(points[seat] + chain(option));
                break;
            default: harvest(seat, option);
        }
        run_steps();
    }

    void act(int seat, int option) {
        actions--;
        push(option != END && actions > 0 ? DO_SOMETHING : END_TURN);
        if (option >= HARVEST) {
            subject = int8_t(option - HARVEST);
            push(KEEP_ONE);
        } else if (option >= WALK) {
            walker[seat] = int8_t(option - WALK);
        } else if (option >= PLANT) {
            subject = int8_t(option - PLANT);
            hand[seat][subject]--;
            hand_size[seat]--;
            push(PLANT_IT);
        } else if (option >= BUY) {
            int slot = option - BUY;
            coins[seat] = int16_t(coins[seat] - slot - 1);
            subject = market[slot];
            market[slot] = EMPTY;
            push(PLANT_IT);
        } else if (option == DRAW) {
            hand[seat][draw()]++;
            hand_size[seat]++;
        }
    }

    void harvest(int seat, int kept) {
        for (uint64_t area = colour_area(subject); area; area &= area - 1) {
            int cell = __builtin_ctzll(area);
            points[seat] = int16_t(points[seat] + value_of(tile[cell]));
            if (cell == kept) continue;
            if (owner[cell] != seat) points[owner[cell]]++;
            discard[discard_size++] = tile[cell];
            tile[cell] = EMPTY;
            owner[cell] = EMPTY;
        }
    }

    void run_steps() {
        while (depth > 0 && stack[depth - 1] <= END_TURN) {
            if (stack[--depth] == BEGIN_TURN)
                begin_turn();
            else
                end_turn();
        }
    }

    void begin_turn() {
        for (int slot = 0; slot < MARKET; slot++)
            if (market[slot] < 0 && has_card()) market[slot] = int8_t(draw());
        coins[turn]++;
        actions = ACTIONS;
        push(DO_SOMETHING);
    }

    void end_turn() {
        if (++turn == SEATS) {
            turn = 0;
            round++;
        }
        if (round < ROUNDS) {
            push(BEGIN_TURN);
            return;
        }
        for (int cell = 0; cell < CELLS; cell++)
            if (owner[cell] >= 0 && colour_of(tile[cell]) == favourite[owner[cell]])
                points[owner[cell]] = int16_t(points[owner[cell]] + FAVOURITE);
    }

    uint32_t checksum() const {
        uint32_t h = mix(17, SEATS);
        h = mix(mix(mix(mix(h, random.a), random.b), random.c), random.counter);
        for (int i = 0; i < depth; i++) h = mix(h, stack[i]);
        h = mix_all(mix_all(mix_all(h, tile, CELLS), owner, CELLS), walker, SEATS);
        h = mix_all(mix_all(mix_all(h, hand[0], SEATS * CARDS), hand_size, SEATS), favourite, COLOURS);
        h = mix_all(mix_all(mix_all(h, coins, SEATS), points, SEATS), market, MARKET);
        h = mix(mix(h, uint32_t(deck_size)), uint32_t(discard_size));
        for (int i = 0; i < deck_size; i++) h = mix(h, uint32_t(deck[i]));
        for (int i = 0; i < discard_size; i++) h = mix(h, uint32_t(discard[i]));
        return mix(mix(mix(mix(h, uint32_t(turn)), uint32_t(actions)), uint32_t(round)), uint32_t(subject));
    }
};

int64_t playout(Terraces& table, Random& random) {
    uint8_t out[MAX_OPTIONS];
    int64_t decisions = 0;
    while (table.depth > 0) {
        int n = table.options(out);
        if (n > 1) {
            table.apply(out[random.below(uint32_t(n))]);
            decisions++;
        } else {
            table.apply(out[0]);
        }
    }
    return decisions;
}

std::vector<Terraces> games;

}  // namespace

extern "C" {

// Set up tables of the seeds from `first` on; a call of its own, so that play can be timed alone.
void prepare(uint32_t first, uint32_t count) {
    games.clear();
    for (uint32_t i = 0; i < count; i++) games.emplace_back(first + i);
}

// Play all prepared tables to their end; the number of decisions comes back.
int64_t play(uint32_t seed) {
    Random random(seed);
    int64_t decisions = 0;
    for (Terraces& table : games) decisions += playout(table, random);
    return decisions;
}

uint32_t checksum() {
    uint32_t h = 17;
    for (const Terraces& table : games) h = mix(h, table.checksum());
    return h;
}

// Copy the first prepared table that many times, each on the heap as a search would.
int64_t copy(int64_t count) {
    int64_t seats = 0;
    for (int64_t i = 0; i < count; i++) {
        Terraces* copied = new Terraces(games[0]);
        asm volatile("" : : "r"(copied) : "memory");
        seats += SEATS;
        delete copied;
    }
    return seats;
}

}
