import type * as onnx from "onnxruntime-common";
import { LonghandError } from "../../foundation/index.ts";

/** The runtime's module, as far as it is used: what it shares with the runtime for browsers. */
export type OnnxRuntime = typeof onnx;

/** Not written into the import: the package may be missing when this is compiled, too. */
const PACKAGE: string = "onnxruntime-node";

/**
 * Loads the ONNX runtime, which is an optional part of an installation.
 *
 * @param load - How the module is loaded.
 * @returns The module.
 * @throws LonghandError `missing-dependency`, with the command that installs it.
 */
export async function loadOnnxRuntime(
  load: () => Promise<OnnxRuntime> = () => import(PACKAGE) as Promise<OnnxRuntime>,
): Promise<OnnxRuntime> {
  try {
    return await load();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new LonghandError(
      "Models in the ONNX format need the package onnxruntime-node, which is not installed.",
      {
        code: "missing-dependency",
        hint: "Install it with `ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node@1.30.0`; the variable keeps it from downloading GPU libraries. In a clone of Longhand: `npm run onnx`.",
        cause,
      },
    );
  }
}
