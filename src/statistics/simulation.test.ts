import { describe, expect, it } from "vitest";
import { type Random, randomStream } from "../foundation/index.ts";
import { comparePairs } from "./compare-pairs.ts";
import { holm } from "./multiple-tests.ts";

// What the tests promise is a rate of false claims, so it is measured: studies without any true
// difference are made up, and the claims are counted.
const STUDIES = 600;
const CONTRASTS = 3;

describe("studies without a true difference", () => {
  it("claim one in at most 5 % of families", () => {
    const claims = countClaims((random) => ({
      differences: Array.from({ length: 20 }, () => normal(random)),
    }));
    // Four standard errors of a share of 5 % over 600 studies are 3.6 %.
    expect(claims / STUDIES).toBeLessThan(0.05 + 0.036);
    // A test that claims nothing at all would pass, too, and would be useless.
    expect(claims / STUDIES).toBeGreaterThan(0.01);
  });

  it("claim one in at most 5 % of families with clustered users, who are flipped as a whole", () => {
    expect(countClaims(clustered(true)) / STUDIES).toBeLessThan(0.05 + 0.036);
  });

  it("claim far too many when the examples of a user are taken for independent", () => {
    expect(countClaims(clustered(false)) / STUDIES).toBeGreaterThan(0.2);
  });
});

interface Study {
  differences: number[];
  clusters?: number[];
}

/** Ten users of six examples; what a user prefers shows in all six. */
function clustered(withClusters: boolean): (random: Random) => Study {
  return (random) => {
    const users = Array.from({ length: 10 }, () => normal(random));
    const clusters = users.flatMap((_, user) => new Array<number>(6).fill(user));
    const differences = clusters.map((user) => (users[user] ?? 0) + normal(random));
    return withClusters ? { differences, clusters } : { differences };
  };
}

function countClaims(makeStudy: (random: Random) => Study): number {
  let claims = 0;
  for (let study = 0; study < STUDIES; study++) {
    const ps = Array.from({ length: CONTRASTS }, (_, contrast) => {
      const random = randomStream("simulation", study, contrast);
      const { p } = comparePairs({
        ...makeStudy(random),
        resamples: 1,
        permutations: 1023,
        random: randomStream("test", study, contrast),
      });
      return p ?? Number.NaN;
    });
    if (holm(ps).some((p) => p < 0.05)) claims++;
  }
  return claims;
}

function normal(random: Random): number {
  // Box and Muller 1958.
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
