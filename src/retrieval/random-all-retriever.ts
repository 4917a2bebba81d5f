import { LonghandError, RANDOM_GENERATOR, randomStream } from "../foundation/index.ts";
import { checkRequest } from "./check-request.ts";
import { drawIndexes } from "./draw-indexes.ts";
import type { PassagePool } from "./passage-pool.ts";
import type { RandomRetrieverOptions } from "./random-own-retriever.ts";
import type { Retriever } from "./retriever.ts";

/**
 * The retriever that draws passages of all users at random: "non-personalised random" in the
 * LongLaMP paper. `longhand` leaves the user's own out and draws without replacement;
 * `longlamp-paper` does neither. Passages name the user whose profile holds them.
 *
 * @param options - Profile and seed.
 * @param pool - The passages of all users of the split.
 * @returns The retriever.
 * @throws LonghandError `invalid-option` for a pool that holds a user twice.
 */
export function randomAllRetriever(
  { profile, seed }: RandomRetrieverOptions,
  pool: PassagePool,
): Retriever {
  const paper = profile === "longlamp-paper";
  const places = poolPlaces(pool);
  return {
    name: "random-all",
    signature: `random-all|replacement:${paper ? "yes" : "no"}|own:${paper ? "yes" : "no"}|${RANDOM_GENERATOR}|seed:${seed}|profile:${profile}|v:1`,
    retrieve: async (request) => {
      checkRequest("random-all", request);
      const { k, exampleId, userId } = request;
      const own = paper ? NOBODY : (places.byUser.get(userId) ?? NOBODY);
      const drawn = drawIndexes(
        { below: places.total - own.passages, count: k, replacement: paper },
        randomStream(seed, "random-all", exampleId),
      );
      const passages = drawn.map(async (draw) => {
        const place = placeOf(draw < own.start ? draw : draw + own.passages, places);
        const id = await pool.passageId(place.userId, place.index);
        return { id, relevance: 0, ...(place.userId === userId ? {} : { userId: place.userId }) };
      });
      return { passages: await Promise.all(passages), noSignal: false };
    },
  };
}

/** Where the passages of a user stand when all users are lined up by id. */
interface UserPlace {
  readonly userId: string;
  readonly start: number;
  readonly passages: number;
}

const NOBODY: UserPlace = { userId: "", start: Number.POSITIVE_INFINITY, passages: 0 };

interface PoolPlaces {
  readonly total: number;
  readonly inOrder: readonly UserPlace[];
  readonly byUser: ReadonlyMap<string, UserPlace>;
}

function poolPlaces(pool: PassagePool): PoolPlaces {
  // By id, so that the order of a file does not change the draw.
  const users = [...pool.users].sort((left, right) => (left.userId < right.userId ? -1 : 1));
  let total = 0;
  const inOrder = users.map(({ userId, passages }) => {
    const start = total;
    total += passages;
    return { userId, start, passages };
  });
  const byUser = new Map(inOrder.map((place) => [place.userId, place]));
  if (byUser.size < inOrder.length) throw doubledUser(inOrder);
  return { total, inOrder, byUser };
}

function doubledUser(users: readonly UserPlace[]): LonghandError {
  const double = users.find((user, at) => user.userId === users[at + 1]?.userId);
  return new LonghandError(`random-all: the pool holds user "${double?.userId}" twice.`, {
    code: "invalid-option",
    hint: "Give each user's profile to the pool once, whatever the number of examples.",
  });
}

/** Binary search for the user who holds a place. */
function placeOf(place: number, { inOrder }: PoolPlaces): { userId: string; index: number } {
  let low = 0;
  let high = inOrder.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((inOrder[middle] as UserPlace).start <= place) low = middle;
    else high = middle - 1;
  }
  const { userId, start } = inOrder[low] as UserPlace;
  return { userId, index: place - start };
}
