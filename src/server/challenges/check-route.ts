import { basename } from "node:path";
import { challengeAdvice } from "../../leaderboard/index.ts";
import { checkChallengeTexts, vectorsAdvice } from "../../pipeline/doors/leaderboard.ts";
import {
  type ChallengeCheckRequest,
  type ChallengeCheckView,
  challengeCheckRequestSchema,
  challengeCheckViewSchema,
} from "../../records/index.ts";
import { jsonLinesIn } from "../../storage/index.ts";
import { type Route, route } from "../http/route.ts";

/** Largest challenge file with its items, in bytes. */
const MAX_CHECK_BYTES = 32 * 1_048_576;

/** Checks a challenge file in all it says, changes nothing, and tells what the challenge could prove. */
export const checkRoute: Route = route({
  method: "post",
  path: "/challenges/check",
  summary: "Check a challenge file with its items: all faults, power and work; changes nothing",
  action: "see-organisation",
  subject: "none",
  body: challengeCheckRequestSchema,
  maxBodyBytes: MAX_CHECK_BYTES,
  reply: challengeCheckViewSchema,
  handle: async ({ body }, { folders }) => ({ body: await checkTexts(body, folders.home) }),
});

async function checkTexts(
  { challenge, items }: ChallengeCheckRequest,
  home: string,
): Promise<ChallengeCheckView> {
  const files = new Map(items.map((file) => [basename(file.name), file]));
  const check = await checkChallengeTexts({
    name: basename(challenge.name),
    text: challenge.text,
    itemsOf: (path) => {
      const file = files.get(basename(path));
      if (file === undefined) return undefined;
      const name = basename(file.name);
      const lines = jsonLinesIn(Buffer.from(file.text), { name, firstLine: 1, startByte: 0 });
      return { name, lines };
    },
  });
  const { problems, challenge: resolved } = check;
  if (problems.length > 0 || resolved === undefined) {
    const shown = problems.map(({ file, line, code, message }) => ({
      file,
      ...(line === undefined ? {} : { line }),
      code,
      message,
    }));
    return { problems: shown, advice: [], items: {} };
  }
  const vectors = await Promise.all(resolved.tracks.map((track) => vectorsAdvice(track, { home })));
  return {
    problems: [],
    // One advice for each track, in their order.
    advice: challengeAdvice(resolved, check.items).map(({ track, power, text }, at) => ({
      track,
      possible: power.possible,
      text: [...text, ...(vectors[at] ?? [])],
    })),
    challenge: resolved,
    items: Object.fromEntries(check.items),
  };
}
