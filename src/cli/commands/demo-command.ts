import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { openDemo, type RunningDemo } from "../../demo/index.ts";
import { LONGHAND_VERSION } from "../../pipeline/doors/context.ts";
import { WEB_FOLDER } from "../../server/index.ts";
import type { CommandDefinition, CommandInput } from "../command.ts";
import { openBrowser } from "../open-browser.ts";
import { PORTS, textOption, usage, wholeNumber } from "../options.ts";

/** `longhand demo`: a server with everything to click through, until it is stopped. */
export const demoCommand: CommandDefinition = {
  usage: "demo",
  summary: "the server with challenges, a rating study and runs to click through, made on the spot",
  options: [
    [
      "--home <folder>",
      "keep the demo here, and go on with it next time (default: deleted at the end)",
    ],
    ["--port <number>", "port; 0 takes a free one (default: 4321)"],
    ["--model <spec>", "another model, for instance fake (default: the small local one)"],
    ["--seed <number>", "seed of texts and marks (default: 7)"],
    ["--open", "open the page that says who there is to sign in as"],
  ],
  examples: [
    "longhand demo",
    "longhand demo --open --home my-demo",
    "longhand demo --model fake --port 0 --json",
  ],
  run: async (input) => {
    if (input.options["runs"] !== undefined) {
      throw usage("--runs says nothing here: the demo shows its own runs.");
    }
    const demo = await openDemo(optionsOf(input), input.context);
    try {
      tell(demo, input.json);
      if (input.options["open"] === true) openBrowser(demo.guide);
      if (!input.context.stopping.aborted) await once(input.context.stopping, "abort");
    } finally {
      await demo.close();
    }
    return { json: { stopped: true }, text: "Stopped." };
  },
};

function optionsOf(input: CommandInput): Parameters<typeof openDemo>[0] {
  const home = textOption(input, "home");
  const port = wholeNumber(input, "port", PORTS);
  const model = textOption(input, "model");
  const seed = wholeNumber(input, "seed", 0);
  return {
    ...(home === undefined ? {} : { home }),
    ...(port === undefined ? {} : { port }),
    ...(model === undefined ? {} : { model }),
    ...(seed === undefined ? {} : { seed }),
    web: WEB_FOLDER,
    randomBytes,
    version: LONGHAND_VERSION,
  };
}

function tell({ url, home, guide, people, lines, isThrowAway }: RunningDemo, json: boolean): void {
  const shown = json
    ? JSON.stringify({ url, home, guide, people })
    : [
        `The demo runs at ${url}`,
        "",
        "Sign in as:",
        ...lines,
        "",
        `The same as a page: ${guide}`,
        isThrowAway
          ? `Ctrl-C stops it and deletes everything (${home}); --home keeps it.`
          : `Ctrl-C stops it; the same command goes on with it (${home}).`,
      ].join("\n");
  process.stdout.write(`${shown}\n`);
}
