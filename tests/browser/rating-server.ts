import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { runServer } from "../../src/server/index.ts";

// A server of its own process for browser tests: `rating-server.ts FOLDER WEB PORT`. It says its addresses in
// one line of JSON, and ends when its input ends.
const [folder = "", web = "", port = "0"] = process.argv.slice(2);
const server = await runServer({
  port: Number(port),
  auth: true,
  folders: { home: folder, data: join(folder, "server"), runs: join(folder, "runs"), web },
  rateLimits: { anonymousPerMinute: 1e6, signedInPerMinute: 1e6, signInsPer15Minutes: 1e6 },
  clock: {
    nowMs: () => Date.now(),
    sleep: (pauseMs) => new Promise((done) => setTimeout(done, pauseMs)),
  },
  randomBytes,
  version: "0.0.0",
});
process.stdout.write(`${JSON.stringify({ url: server.url, setupUrl: server.setupUrl ?? "" })}\n`);
process.stdin.on("end", () => {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.stdin.resume();
