// Compiles record-reader.as into src/corpus/tables/record-reader-module.ts. Run it after a change of the
// source; a test compares the hash of the source with the one in the module.
import { compileAssemblyScript } from "./compile-assemblyscript.mjs";

compileAssemblyScript({
  name: "record-reader",
  constant: "RECORD_READER",
  target: "src/corpus/tables/record-reader-module.ts",
});
