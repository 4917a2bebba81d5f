import { expect, it } from "vitest";

import { vectorSignature } from "./vector-signature.ts";

it("names adapter, model, revision, settings and part, on one line without bars", () => {
  const settings = { windowTokens: 256, pooling: "mean" };
  const revision = "509580368a6e28bd9c353bd5fe23a76ddcd2c846";
  const known = { adapter: "onnx", model: "my |model\n", revision, remote: false, settings };
  expect(vectorSignature(known, "tokens")).toBe(
    "onnx/my__model_@509580368a6e(pooling=mean,windowTokens=256):tokens",
  );
  expect(vectorSignature({ adapter: "openai", model: "m", remote: true })).toBe("openai/m:text");
});
