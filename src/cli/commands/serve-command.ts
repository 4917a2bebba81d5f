import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { LONGHAND_VERSION } from "../../pipeline/doors/context.ts";
import type { RateLimits, RunningServer, RunServerOptions } from "../../server/index.ts";
import { minuteOfDay, runServer, WEB_FOLDER } from "../../server/index.ts";
import type { CommandDefinition, CommandInput } from "../command.ts";
import { openBrowser } from "../open-browser.ts";
import { PORTS, textOption, usage, wholeNumber } from "../options.ts";

/** `longhand serve`: the server, until it is stopped. */
export const serveCommand: CommandDefinition = {
  usage: "serve",
  summary: "your runs in the browser, rating studies and challenges: starts the server",
  options: [
    ["--port <number>", "port; 0 takes a free one (default: 4321)"],
    ["--host <name>", "interface (default: 127.0.0.1); others need accounts"],
    ["--public-url <url>", "address by which browsers reach the server, behind a proxy"],
    ["--home <folder>", "folder of everything that is kept (default: LONGHAND_HOME)"],
    ["--auth", "sign in even on this machine: no local viewer"],
    ["--open", "open the browser"],
    ["--open-registration", "people may register without a link"],
    ["--organisers-may-rate", "one account may organise and rate"],
    ["--trust-proxy", "X-Forwarded-For comes from a proxy of your own"],
    [
      "--requests <number>",
      "requests a minute of one account; half as many anonymous ones (default: 120)",
    ],
    ["--backup-to <folder>", "back the server up every night, into a folder outside its home"],
    ["--backup-keep <number>", "nights that are kept (default: 7)"],
    ["--backup-at <HH:MM>", "when, UTC (default: 03:00)"],
    ["--log <file>", "structured log; - for stderr (default: server/server.log below the home)"],
  ],
  examples: ["longhand serve", "longhand serve --port 8080 --open", "longhand serve --runs runs"],
  run: async (input) => {
    const server = await runServer(optionsOf(input));
    const { url, viewerUrl, setupUrl } = server;
    try {
      tell(server, input.json);
      if (input.options["open"] === true) openBrowser(viewerUrl ?? setupUrl ?? url);
      if (!input.context.stopping.aborted) await once(input.context.stopping, "abort");
    } finally {
      await server.close();
    }
    return { json: { stopped: true }, text: "Stopped." };
  },
};

function optionsOf(input: CommandInput): RunServerOptions {
  const { options, context, environment } = input;
  const home = serverHome(input);
  const host = textOption(input, "host");
  const port = wholeNumber(input, "port", PORTS);
  const publicUrl = publicUrlOf(input);
  const databaseUrl = environment.credential("DATABASE_URL");
  const requests = wholeNumber(input, "requests", 1);
  const logFile = textOption(input, "log");
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(logFile === undefined ? {} : { logFile }),
    ...(requests === undefined ? {} : { rateLimits: limitsFor(requests) }),
    ...backupsOf(input),
    auth: options["auth"] === true,
    openRegistration: options["openRegistration"] === true,
    organisersMayRate: options["organisersMayRate"] === true,
    trustProxy: options["trustProxy"] === true,
    folders: {
      home,
      data: join(home, "server"),
      runs: context.runsFolder,
      web: WEB_FOLDER,
    },
    clock: context.clock,
    randomBytes,
    version: LONGHAND_VERSION,
  };
}

/**
 * The folder of everything that a server keeps.
 *
 * @param input - The command's input.
 * @returns `--home`, or the home that the environment names.
 */
export function serverHome(input: CommandInput): string {
  return textOption(input, "home") ?? input.environment.home;
}

function backupsOf(input: CommandInput): Pick<RunServerOptions, "backups"> {
  const folder = textOption(input, "backupTo");
  const keep = wholeNumber(input, "backupKeep", 1);
  const at = textOption(input, "backupAt");
  if (folder === undefined) {
    if (keep === undefined && at === undefined) return {};
    throw usage("--backup-keep and --backup-at need --backup-to with a folder.");
  }
  const minute = at === undefined ? undefined : minuteOfDay(at);
  if (at !== undefined && minute === undefined) {
    throw usage(`--backup-at must be a time such as 03:30 (UTC), got ${at}.`);
  }
  return {
    backups: {
      folder,
      ...(keep === undefined ? {} : { keep }),
      ...(minute === undefined ? {} : { minute }),
    },
  };
}

function limitsFor(requests: number): Partial<RateLimits> {
  return { signedInPerMinute: requests, anonymousPerMinute: Math.ceil(requests / 2) };
}

/**
 * The address by which browsers reach a server.
 *
 * @param input - The command's input.
 * @returns `--public-url`; `undefined` if it was not given.
 * @throws LonghandError `usage`.
 */
export function publicUrlOf(input: CommandInput): string | undefined {
  const given = textOption(input, "publicUrl");
  if (given === undefined) return undefined;
  if (/^https?:$/.test(protocolOf(given))) return given;
  throw usage(`--public-url must be an address such as https://rate.example.org, got ${given}.`);
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : "";
}

function tell({ url, viewerUrl, setupUrl }: RunningServer, json: boolean): void {
  const lines = [
    `Longhand runs at ${url}`,
    ...(viewerUrl === undefined ? [] : [`Your runs: ${viewerUrl}`]),
    ...(setupUrl === undefined
      ? []
      : [`For studies and challenges, make the first account (once, within 7 days): ${setupUrl}`]),
    "Ctrl-C stops it.",
  ];
  const shown = json
    ? JSON.stringify({ url, viewerUrl: viewerUrl ?? null, setupUrl: setupUrl ?? null })
    : lines.join("\n");
  process.stdout.write(`${shown}\n`);
}
