import { LonghandError, RANDOM_GENERATOR, randomStream } from "../foundation/index.ts";
import type { RetrievedPassage } from "../records/index.ts";
import { checkRequest } from "./check-request.ts";
import { drawIndexes } from "./draw-indexes.ts";
import type { PassagePool } from "./passage-pool.ts";
import type { RandomRetrieverOptions } from "./random-own-retriever.ts";
import type { RetrievalRequest, Retriever } from "./retriever.ts";

/**
 * The retriever that draws passages of all users at random: "non-personalised random" in the
 * LongLaMP paper. `longhand` leaves the user's own out and draws without replacement;
 * `longlamp-paper` does neither. Neither returns the text that is to be written, where the pool tells
 * it. Passages name the user whose profile holds them.
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
    signature: `random-all|replacement:${paper ? "yes" : "no"}|own:${paper ? "yes" : "no"}|${RANDOM_GENERATOR}|seed:${seed}|profile:${profile}|v:2`,
    retrieve: async (request) => {
      checkRequest("random-all", request);
      const passages = await drawPassages(request, { pool, places, paper, seed });
      return { passages, noSignal: false };
    },
  };
}

interface Drawing {
  readonly pool: PassagePool;
  readonly places: PoolPlaces;
  readonly paper: boolean;
  readonly seed: number;
}

/** So many draws for each passage wanted; a pool that holds little but the target gives fewer passages. */
const MAX_DRAWS = 64;

async function drawPassages(
  { k, exampleId, userId }: RetrievalRequest,
  { pool, places, paper, seed }: Drawing,
): Promise<RetrievedPassage[]> {
  const own = paper ? NOBODY : (places.byUser.get(userId) ?? NOBODY);
  const below = places.total - own.passages;
  const passageAt = async (draw: number): Promise<RetrievedPassage | undefined> => {
    const place = placeOf(draw < own.start ? draw : draw + own.passages, places);
    if (await pool.isTarget?.(exampleId, place.userId, place.index)) return undefined;
    const id = await pool.passageId(place.userId, place.index);
    return { id, relevance: 0, ...(place.userId === userId ? {} : { userId: place.userId }) };
  };
  // Fewer draws are the beginning of more: whatever was the target is replaced by the next ones.
  for (let count = k; ; count *= 2) {
    const random = randomStream(seed, "random-all", exampleId);
    const drawn = drawIndexes({ below, count, replacement: paper }, random);
    const found = await Promise.all(drawn.map(passageAt));
    const passages = found.filter((passage) => passage !== undefined).slice(0, k);
    const isLast = drawn.length < count || count >= k * MAX_DRAWS;
    if (passages.length === k || isLast) return passages;
  }
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
