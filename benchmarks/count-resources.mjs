// Runs the built command line and, when it ends, prints what it used as the last line of stderr.
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, maxRssMb: maxRSS / 1024 };
  process.stderr.write(`${JSON.stringify(usage)}\n`);
});
process.argv.splice(1, 1, "longhand");
await import("../dist/cli/main.js");
