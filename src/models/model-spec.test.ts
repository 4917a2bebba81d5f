import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LonghandError } from "../foundation/index.ts";
import { parseModelSpec } from "./model-spec.ts";

describe("parseModelSpec", () => {
  it.each([
    ["fake", { adapter: "fake", name: "fake" }],
    ["fake:slow", { adapter: "fake", name: "slow" }],
    ["fake:slow@2", { adapter: "fake", name: "slow", revision: "2" }],
    ["gguf:smollm2-135m-instruct", { adapter: "gguf", name: "smollm2-135m-instruct" }],
    [
      "gguf:smollm2-135m-instruct@0c1d3326",
      { adapter: "gguf", name: "smollm2-135m-instruct", revision: "0c1d3326" },
    ],
    ["gguf:/models/mine.gguf", { adapter: "gguf", name: "/models/mine.gguf" }],
    [
      "gguf:/models/mine.gguf@1a2b3c4d",
      { adapter: "gguf", name: "/models/mine.gguf", revision: "1a2b3c4d" },
    ],
    ["gguf:/models/mine@home.gguf", { adapter: "gguf", name: "/models/mine@home.gguf" }],
    ["gguf:mine@home.gguf", { adapter: "gguf", name: "mine@home.gguf" }],
    ["gguf:/home/a@b/mine.gguf", { adapter: "gguf", name: "/home/a@b/mine.gguf" }],
    ["gguf:/home/a@b/mine", { adapter: "gguf", name: "/home/a@b/mine" }],
    ["gguf:/home/mine@b", { adapter: "gguf", name: "/home/mine@b" }],
    ["gguf:C:\\models\\mine.gguf", { adapter: "gguf", name: "C:\\models\\mine.gguf" }],
    [
      "gguf:C:\\a@b\\Mine.GGUF@1a2b3c4d",
      { adapter: "gguf", name: "C:\\a@b\\Mine.GGUF", revision: "1a2b3c4d" },
    ],
    ["openai:meta/llama-3:8b", { adapter: "openai", name: "meta/llama-3:8b" }],
    [
      "openai:meta/llama-3:8b@2026-01",
      { adapter: "openai", name: "meta/llama-3:8b", revision: "2026-01" },
    ],
    ["openai:@cf/meta/llama-3", { adapter: "openai", name: "@cf/meta/llama-3" }],
    ["openai:a@b@c", { adapter: "openai", name: "a@b", revision: "c" }],
    ["openai:gguf:odd", { adapter: "openai", name: "gguf:odd" }],
  ])("reads %s", (text, expected) => {
    expect(parseModelSpec(text)).toEqual(expected);
  });

  it.each([
    ["smollm2-135m-instruct", "gguf:smollm2-135m-instruct"],
    ["smollm2-135m-instrct", "gguf:smollm2-135m-instruct"],
    ["ggfu:smollm2-135m-instruct", "gguf:smollm2-135m-instruct"],
    ["opnai:gpt", "openai:gpt"],
    ["OpenAI:gpt", "openai:gpt"],
    ["fak", "Did you mean fake?"],
    ["/models/mine.gguf", "gguf:/models/mine.gguf"],
    ["C:\\models\\mine.gguf", "gguf:C:\\models\\mine.gguf"],
    ["http://localhost:8000/v1", "baseUrl"],
    ["ollama:llama3", "openai:NAME"],
    ["", "gguf:NAME"],
    ["gguf", "gguf"],
    ["gguf:", "gguf:NAME"],
    ["openai:gpt@", "openai:NAME@REVISION"],
    ["openai: gpt", "openai:NAME"],
    ["fake:\u001b[31m", "fake:NAME"],
  ])("refuses %j and hints at %s", (text, hint) => {
    const error = thrownBy(() => parseModelSpec(text));
    expect(error.code).toBe("unknown-model");
    expect(error.hint).toContain(hint);
  });

  it("suggests names of the catalogue that it is handed", () => {
    expect(thrownBy(() => parseModelSpec("my-modl", ["my-model"])).hint).toContain("gguf:my-model");
  });

  it("gives back the parts of every name that it accepts", () => {
    fc.assert(
      fc.property(fc.constantFrom("gguf", "openai", "fake"), fc.string(), (adapter, rest) => {
        const text = `${adapter}:${rest}`;
        let spec: ReturnType<typeof parseModelSpec>;
        try {
          spec = parseModelSpec(text);
        } catch (error) {
          expect(error).toBeInstanceOf(LonghandError);
          return;
        }
        const revision = spec.revision === undefined ? "" : `@${spec.revision}`;
        expect(`${spec.adapter}:${spec.name}${revision}`).toBe(text);
        expect(spec.name).not.toBe("");
      }),
    );
  });
});

function thrownBy(act: () => unknown): LonghandError {
  try {
    act();
  } catch (error) {
    if (error instanceof LonghandError) return error;
  }
  throw new Error("nothing was thrown");
}
