import { describe, expect, it } from "vitest";
import { LonghandError } from "../../foundation/index.ts";
import { ModelCallError } from "../model-call-error.ts";
import { errorOf, faultOf } from "./engine-fault.ts";

describe("faults on their way between processes", () => {
  it("keep everything a caller acts on", () => {
    const call = new ModelCallError("Too long.", {
      reason: "context-overflow",
      retryable: false,
      hint: "Shorten it.",
    });
    const back = errorOf(structuredClone(faultOf(call)));
    expect(back).toBeInstanceOf(ModelCallError);
    expect(back).toMatchObject({
      message: "Too long.",
      code: "context-overflow",
      reason: "context-overflow",
      retryable: false,
      hint: "Shorten it.",
    });
  });

  it("keep errors that are no model's", () => {
    const back = errorOf(faultOf(new LonghandError("No file.", { code: "not-found" })));
    expect(back).not.toBeInstanceOf(ModelCallError);
    expect(back).toMatchObject({ message: "No file.", code: "not-found", hint: undefined });
  });

  it("make an unknown fault one of the engine, worth another try", () => {
    expect(errorOf(faultOf(new TypeError("oops")))).toMatchObject({
      message: "The engine failed: oops",
      reason: "server-error",
      retryable: true,
    });
  });
});
