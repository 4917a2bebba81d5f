export { buildDataset } from "../datasets/build-dataset.ts";
export { listBuildOptions } from "../datasets/build-options.ts";
export {
  checkDatasetAt,
  datasetHashOf,
  datasetStatsOf,
} from "../datasets/dataset-verbs.ts";
export { EXPORT_FORMS, exportDataset } from "../datasets/export-dataset.ts";
export { importDataset } from "../datasets/import-dataset.ts";
