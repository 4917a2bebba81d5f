import { expect, it } from "vitest";
import type { CommandInput } from "./command.ts";
import { PORTS, wholeNumber } from "./options.ts";

const port = (given: unknown): number | undefined =>
  wholeNumber({ options: { port: given } } as unknown as CommandInput, "port", PORTS);

it("a port is one that there can be", () => {
  expect(["0", "65535", undefined].map(port)).toEqual([0, 65_535, undefined]);
  for (const wrong of ["65536", "99999", "-1", "80.5", "x", ""]) {
    expect(() => port(wrong)).toThrow(
      `--port must be a whole number from 0 to 65535, got ${wrong}.`,
    );
  }
});

it("a number without a largest one stays one that can be counted", () => {
  const input = { options: { seed: "9007199254740993" } } as unknown as CommandInput;
  expect(() => wholeNumber(input, "seed", 1)).toThrow("--seed must be a whole number of 1 or more");
});
