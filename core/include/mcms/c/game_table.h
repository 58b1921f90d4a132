/* A game as a table of C functions, for authors in C, Rust, Cython, Zig, or anything else that has C's calls.
 *
 * A state is a block of `state_size` bytes without pointers, which the searches copy, compare and hash as bytes. It
 * starts as zeros; padding has to stay zero, so change fields of the state you are given and assign no whole structs.
 * Actions are any int32 numbers, outcomes numbers from 0 to 255. Values are the first player's.
 *
 * The functions may be called from several threads at once and must not keep anything between calls. A function that
 * cannot answer returns MCMS_FAILED, or NaN where it returns a double: the search then ends with a ContractError, and
 * so it does when an answer is out of its range. docs/compiled-games.md has an example.
 */
#ifndef MCMS_GAME_TABLE_H
#define MCMS_GAME_TABLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MCMS_GAME_ABI 2u
#define MCMS_FAILED INT32_MIN
#define MCMS_OTHER_LUCK (-1)

enum { MCMS_FIRST = 0, MCMS_SECOND = 1, MCMS_CHANCE = 2, MCMS_OVER = 3 };
enum { MCMS_MOST_STATE_BYTES = 512, MCMS_MOST_ACTIONS = 1024, MCMS_MOST_OUTCOMES = 256, MCMS_MOST_FEATURES = 4096 };

typedef struct mcms_weighted {
  uint8_t outcome;
  double probability; /* above 0; those of a chance node sum to 1 */
} mcms_weighted;

typedef struct mcms_leaf_counts {
  int32_t nodes;    /* the outcomes, each of which leads to a decision or to a finished state */
  int32_t finished; /* of those, the finished states */
} mcms_leaf_counts;

/* `context` is the table's own field, for whatever a game's options are. */
typedef struct mcms_game_table {
  uint32_t abi;          /* MCMS_GAME_ABI */
  uint32_t size;         /* sizeof(mcms_game_table); what a later version appends is then taken to be absent */
  uint32_t state_size;   /* 1 to MCMS_MOST_STATE_BYTES */
  uint32_t max_actions;  /* of a decision: the room that `actions` finds, 1 to MCMS_MOST_ACTIONS */
  uint32_t max_outcomes; /* of a chance node: the room that `outcomes` finds, 1 to MCMS_MOST_OUTCOMES */
  /* If every chance node has the same outcomes, they may be listed here once, in place of `outcomes`. */
  uint32_t fixed_outcome_count;
  const mcms_weighted* fixed_outcomes;
  double lowest_value;
  double highest_value;
  const void* context;

  /* Fills `state`, which is all zeros; what the start draws is drawn from `key`. Returns 0. */
  int32_t (*initial_state)(const void* context, void* state, uint64_t key);
  /* Returns MCMS_FIRST, MCMS_SECOND, MCMS_CHANCE or MCMS_OVER. */
  int32_t (*turn)(const void* context, const void* state);
  /* Lists the actions of a decision, most promising first, and returns how many: 1 to max_actions. */
  int32_t (*actions)(const void* context, const void* state, int32_t* actions);
  /* Lists the distinct outcomes of a chance node and returns how many: 1 to max_outcomes. NULL if they are fixed. */
  int32_t (*outcomes)(const void* context, const void* state, mcms_weighted* outcomes);
  /* Change `state`, a copy, to what follows an action or an outcome. Return 0. */
  int32_t (*play)(const void* context, void* state, int32_t action);
  int32_t (*resolve)(const void* context, void* state, int32_t outcome);
  /* What a finished state is worth, and a guess for a decision. */
  double (*utility)(const void* context, const void* state);
  double (*estimate)(const void* context, const void* state);

  /* The rest may be NULL. */

  /* 64 bits of the whole state. Otherwise its bytes are hashed. Returns 0. */
  int32_t (*hash)(const void* context, const void* state, uint64_t* hash);
  /* The outcome that a uniform number in [0, 1) falls on, for games where listing all is slow. */
  int32_t (*sample)(const void* context, const void* state, double uniform);
  /* Changes a decision, a copy, by a random action and, if the game likes, the luck after it, all drawn from a random
   * word; returns how many chance nodes that passed. Makes rollouts faster. */
  int32_t (*random_step)(const void* context, void* state, uint64_t word);
  /* The mean over the outcomes of a chance node of what they lead to: the utility of a finished state, the estimate of
   * a decision. Fills `counts` and returns the value, or sets counts->nodes to MCMS_OTHER_LUCK if chance decides twice
   * in a row. One call for all leaves below a chance node. */
  double (*leaf_expectation)(const void* context, const void* state, mcms_leaf_counts* counts);
  /* Write a name of at most `room` bytes and return its length. Otherwise numbers are the names. */
  int32_t (*action_name)(const void* context, const void* state, int32_t action, char* name, int32_t room);
  int32_t (*outcome_name)(const void* context, const void* state, int32_t outcome, char* name, int32_t room);
  /* For games that learn an evaluation: how many numbers describe an unfinished state, at most MCMS_MOST_FEATURES, and
   * what writes them over zeros, each from -2 to 2, as the first player sees the state. Returns 0. */
  int32_t (*features)(const void* context, const void* state, float* values);
  uint32_t feature_count;
} mcms_game_table;

#ifdef __cplusplus
}
#endif

#endif
