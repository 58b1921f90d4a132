/* Pig with one die, in C, for mcms: the built-in pig(dice=1) again.
 *
 *   cc -O2 -shared -fPIC -I core/include examples/one_die_pig.c -o one_die_pig.so
 */
#include <stddef.h>
#include <stdio.h>

#include "mcms/c/game_table.h"

enum { ROLL, STOP };

/* No padding: a state is compared and hashed as bytes. */
typedef struct {
  int32_t own, other, turn_total;
  uint8_t second_moves, rolling, unused[2];
} State;

static int goal_of(const void *context) { return *(const int *)context; }

static int32_t initial_state(const void *context, void *state, uint64_t key) { return 0; }

static int32_t turn(const void *context, const void *state) {
  const State *s = state;
  if (s->other >= goal_of(context)) return MCMS_OVER;
  return s->rolling ? MCMS_CHANCE : s->second_moves ? MCMS_SECOND : MCMS_FIRST;
}

static int32_t actions(const void *context, const void *state, int32_t *list) {
  const State *s = state;
  if (s->own + s->turn_total >= goal_of(context)) return list[0] = STOP, 1;
  const int stop_first = s->turn_total >= 21;
  list[stop_first] = ROLL;
  list[!stop_first] = STOP;
  return s->turn_total > 0 ? 2 : 1;
}

static void pass_turn(State *s, int32_t banked) {
  s->own = s->other;
  s->other = banked;
  s->turn_total = s->rolling = 0;
  s->second_moves = !s->second_moves;
}

static int32_t play(const void *context, void *state, int32_t action) {
  State *s = state;
  if (action == ROLL) {
    s->rolling = 1;
  } else {
    pass_turn(s, s->own + s->turn_total);
  }
  return 0;
}

static int32_t resolve(const void *context, void *state, int32_t die) {
  State *s = state;
  s->rolling = 0;
  s->turn_total += die;
  if (die == 1) pass_turn(s, s->own);
  return 0;
}

static double utility(const void *context, const void *state) {
  return ((const State *)state)->second_moves ? 100 : -100;
}

static double estimate(const void *context, const void *state) {
  const State *s = state;
  int lead = s->own + s->turn_total - s->other;
  lead = lead < -99 ? -99 : lead > 99 ? 99 : lead;
  return s->second_moves ? -lead : lead;
}

static int32_t action_name(const void *context, const void *state, int32_t action, char *name, int32_t room) {
  return snprintf(name, room, action == ROLL ? "roll" : "stop");
}

static const int goal = 100;
static const mcms_weighted die[] = {{1, 1 / 6.0}, {2, 1 / 6.0}, {3, 1 / 6.0}, {4, 1 / 6.0}, {5, 1 / 6.0}, {6, 1 / 6.0}};

const mcms_game_table one_die_pig = {
    .abi = MCMS_GAME_ABI,
    .size = sizeof(mcms_game_table),
    .state_size = sizeof(State),
    .max_actions = 2,
    .max_outcomes = 6,
    .fixed_outcomes = die,
    .fixed_outcome_count = 6,
    .lowest_value = -100,
    .highest_value = 100,
    .context = &goal,
    .initial_state = initial_state,
    .turn = turn,
    .actions = actions,
    .play = play,
    .resolve = resolve,
    .utility = utility,
    .estimate = estimate,
    .action_name = action_name,
};
