// What the rules pages say, and the position each of them draws.

export const RULES = {
  pig: {
    aim: "Be the first to bank 100 points. Every roll brings points nearer, and may lose them.",
    picture: { state: { scores: [62, 71], turn_total: 18, to_move: 0 }, turn: "first" },
    caption: "First has banked 62 and 18 more are at stake. Second has 71.",
    parts: [
      [
        "A turn",
        "Roll as often as you like. What you roll is added to the turn total, which is not yours yet. Stop, and the turn total is banked; then it is the other player's turn.",
      ],
      [
        "With two dice",
        [
          "No 1: the sum of the dice is added to the turn total.",
          "One 1: bust. The turn total is lost and your turn is over.",
          "Two 1s: bust, and your banked points are lost too.",
        ],
      ],
      ["With one die", "A 1 is a bust: the turn total is lost. Everything else is added."],
      ["The end", "Whoever reaches the goal wins. The first roll of a turn is not a choice: there is nothing to bank yet."],
    ],
  },
  ewn: {
    aim: "Take a stone to the far corner, or capture all of the other player's stones. The die says which stone moves.",
    picture: {
      state: {
        stones: [
          [[2, 2], null, [1, 1], [0, 2], null, [3, 1]],
          [[4, 4], [3, 3], null, [2, 4], [1, 3], null],
        ],
        die: 2,
        to_move: 0,
      },
      turn: "first",
    },
    caption: "The die shows 2, and first has lost stone 2: stone 1 or stone 3, the nearest numbers left, may move.",
    parts: [
      [
        "A move",
        "The die is thrown before each move. The stone with its number moves one square; if it was captured, the next higher or the next lower one that is left moves, as its owner likes.",
        "First moves right, down, or diagonally both, towards e5. Second moves the other way, towards a1.",
      ],
      ["Capturing", "A stone on the square that is entered is captured, even one of your own. Fewer stones are moved by more numbers of the die, so that can be good."],
      ["The end", "A stone on the far corner wins at once. So does capturing the last stone of the other player."],
    ],
  },
  cant_stop: {
    aim: "Be the first to reach the top of three columns. Stop in time, or lose what this turn brought.",
    picture: {
      state: {
        markers: [
          [0, 2, 0, 3, 6, 4, 11, 0, 0, 1, 0],
          [1, 0, 3, 5, 0, 7, 0, 9, 2, 0, 0],
        ],
        runners: { 6: 8, 7: 6 },
        dice: [2, 3, 4, 5],
        phase: "move",
        to_move: 0,
      },
      turn: "first",
    },
    caption: "2, 3, 4 and 5 make two sevens, a 6 and an 8, or a 5 and a 9. The white runners are this turn's; columns 8 and 9 are won.",
    parts: [
      [
        "A roll",
        "Four dice are thrown. Make two pairs of them and climb one step in the column of each pair's sum, if you can. There are three runners: a column that has none needs one that is free.",
      ],
      ["Stop or go on", "After climbing, roll again, or stop: your markers then move up to the runners and the other player throws."],
      ["Bust", "If no pair can climb, the turn is a bust: the runners go, and the markers stay where they were."],
      ["The end", "A column belongs to whoever stops on its top, and nobody climbs it any more. Three columns win. Sevens come often, so column 7 is the highest; 2 and 12 are rare and short."],
    ],
  },
  backgammon: {
    aim: "Bring your fifteen checkers home and off the board before the other player does, hitting what stands alone on the way.",
    picture: {
      state: {
        points: [-2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -4, 0, -1, 0, 0, 2],
        bar: [0, 0],
        off: [0, 0],
        dice: [4, 3],
        to_move: 0,
      },
      turn: "first",
    },
    caption: "First, the round checkers, moves from 24 down to 1. A 3 from 24 hits the single checker of second on 21.",
    parts: [
      [
        "A move",
        "Two dice are thrown. Each moves a checker by its number: to a point that is empty, that is your own, or that holds a single checker of the other player. That one is hit and goes to the bar. Doubles are played four times.",
        "First moves from 24 down to 1, second the other way; both count the points from their own side.",
      ],
      ["The bar", "Checkers on the bar have to enter first, on the other player's side of the board. Who cannot enter passes."],
      ["All dice", "Whatever can be played has to be: both dice, or else the larger one."],
      [
        "Bearing off",
        "With all checkers on your points 1 to 6 they may leave the board: by the exact number, or from your highest point by a larger one.",
      ],
      [
        "The end",
        [
          "The first to have all checkers off wins a point.",
          "Two, a gammon, if the other has none off.",
          "Three, a backgammon, if one of the other's is moreover on the bar or in the winner's home.",
        ],
      ],
    ],
  },
  ra: {
    aim: "Buy tiles at auctions with your suns, and have the most points after three epochs.",
    picture: {
      state: {
        epoch: 2,
        ra_track: 3,
        auction_track: { nile: 1, flood: 1, monument_3: 1, civilization_2: 1, god: 1 },
        bag: { ra: 18, god: 4, gold: 3, pharaoh: 18, nile: 16, flood: 9, civilization_1: 3, monument_1: 3 },
        centre_sun: 6,
        players: [
          { points: 17, suns: [9, 5, 2], used_suns: [1], tiles: { pharaoh: 3, nile: 4, flood: 1, civilization_1: 1 } },
          { points: 12, suns: [8, 4], used_suns: [7, 3], tiles: { god: 1, pharaoh: 2, nile: 2, monument_1: 2 } },
        ],
        phase: "main",
        to_move: 0,
        caller: null,
        voluntary: false,
        bid: null,
        pending_discards: [],
      },
      turn: "first",
    },
    caption: "Five tiles are up for auction, three Ra tiles have come in this epoch; six end it.",
    parts: [
      ["The start", "Both have 10 points and four suns with different numbers; sun 1 lies in the centre. Whoever has sun 9 begins."],
      [
        "A turn",
        [
          "Draw a tile. It goes on the auction track; a Ra tile goes on the Ra track instead and calls an auction.",
          "Call an auction yourself.",
          "Spend a God tile to take any tile of the track but a God or a disaster.",
        ],
      ],
      [
        "An auction",
        "The other player bids first, then whoever called, once each: a sun higher than the bid before, or a pass. Who called of his own will must bid if the other passed, unless the track is full. If both pass, the tiles stay; a full track is cleared.",
        "The winner takes all tiles of the track. His sun goes to the centre, and he gets the one that lay there, face down until the next epoch.",
      ],
      ["Disasters", "Funeral, Drought, Unrest and Earthquake cost whoever takes them up to two Pharaohs, Floods then Niles, Civilizations, or Monuments."],
      [
        "An epoch",
        "It ends with the sixth Ra tile, or when all suns are face down. Then tiles score:",
        [
          "Gods 2 and gold 3 each; the most Pharaohs 5, the fewest −2.",
          "Niles and Floods 1 each, if there is at least one Flood.",
          "Different Civilizations: none −5, three 5, four 10, five 15.",
          "After the third epoch, Monuments: 1 to 6 kinds 1 to 6, seven 10, eight 15; three, four or five of a kind 5, 10, 15. The higher sum of suns 5, the lower −5.",
        ],
        "Nobody falls below 0. Gods, gold, Floods and Civilizations are then gone; Pharaohs, Niles and Monuments stay. All suns are turned up, and whoever has the highest begins.",
      ],
      ["The end", "After three epochs the most points win; if they are equal, the highest sun does."],
    ],
  },
};
