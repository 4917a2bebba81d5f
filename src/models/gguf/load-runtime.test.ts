import { describe, expect, it } from "vitest";
import { loadRuntime } from "./load-runtime.ts";

function failing(code: string) {
  return async () => {
    throw Object.assign(new Error("it says why"), { code });
  };
}

describe("loadRuntime", () => {
  it("names the command that installs what is missing", async () => {
    await expect(loadRuntime(failing("ERR_MODULE_NOT_FOUND"))).rejects.toMatchObject({
      code: "missing-dependency",
      hint: "Install it with `npm install node-llama-cpp@3.21.1`.",
    });
  });

  it("hands on other faults of the module", async () => {
    await expect(loadRuntime(failing("ERR_DLOPEN_FAILED"))).rejects.toMatchObject({
      code: "ERR_DLOPEN_FAILED",
    });
  });
});
