import { describe, expect, it, vi } from "vitest";
import { reportError } from "./command.ts";

describe("a fault of Longhand's own", () => {
  it("is told with its stack in JSON, too, so that it can be reported", async () => {
    let printed = "";
    vi.spyOn(process.stdout, "write").mockImplementation((text, ...rest) => {
      printed += String(text);
      const done = rest.at(-1);
      if (typeof done === "function") done();
      return true;
    });
    const exitCode = await reportError(new TypeError("nothing there"), true);
    vi.restoreAllMocks();
    const { error } = JSON.parse(printed) as {
      error: { code: string; details: { stack: string } };
    };
    expect(exitCode).toBe(1);
    expect(error.code).toBe("internal-error");
    expect(error.details.stack).toContain("internal-error.test.ts");
  });
});
