import { describe, expect, it } from "vitest";
import { runArgument } from "./run-argument.ts";

describe("runArgument", () => {
  it("names the folder of runs only where it is not the usual one", () => {
    expect(runArgument("write-story", "runs")).toBe("write-story");
    expect(runArgument("write-story", "/data/my-runs")).toBe("write-story --runs /data/my-runs");
  });

  it("quotes a folder that a shell would read otherwise", () => {
    expect(runArgument("r", "my runs")).toBe("r --runs 'my runs'");
    expect(runArgument("r", "it's; rm")).toBe("r --runs 'it'\\''s; rm'");
  });
});
