export type { BenchmarkRequest, BenchmarksRequest } from "./build/build-benchmark.ts";
export { buildBenchmark, buildBenchmarks } from "./build/build-benchmark.ts";
export type { BuildOption, BuildRules, OptionKind, OptionSpec } from "./build/build-rules.ts";
export type { BuildSource } from "./build/build-source.ts";
export type {
  KeywordAnswer,
  KeywordAsker,
  KeywordQuestion,
} from "./build/keywords/keyword-source.ts";
export type { KeywordText } from "./build/keywords/local-keywords.ts";
export { localKeywords } from "./build/keywords/local-keywords.ts";
export type { ParsedKeywords } from "./build/keywords/parse-keywords.ts";
export { parseKeywords } from "./build/keywords/parse-keywords.ts";
export { BUILT_IN_RECIPES, recipeNamed } from "./build/recipes/recipe-registry.ts";
export type {
  DocumentNeed,
  PartSource,
  RecipeChoice,
  TaskRecipe,
} from "./build/task-recipe.ts";
export type { BuildProgress, BuildStep } from "./build/workshop.ts";
export type { DatasetCheck } from "./check-dataset.ts";
export { checkDataset } from "./check-dataset.ts";
export type { DatasetStats, LengthSummary } from "./dataset-stats.ts";
export { datasetStats } from "./dataset-stats.ts";
export { defineTask } from "./define-task.ts";
export { isoDate, ratingText } from "./field-values.ts";
export type { ContentRequest, DatasetContent } from "./inspect-content.ts";
export { inspectContent } from "./inspect-content.ts";
export type { Dataset, DatasetEntry, OpenDatasetOptions } from "./open-dataset.ts";
export { openDataset } from "./open-dataset.ts";
export { OWN_OPTIONS } from "./own-task/own-options.ts";
export type { OwnTask } from "./own-task/read-task-file.ts";
export { isTaskFile, parseTaskFile, readTaskFile } from "./own-task/read-task-file.ts";
export type { BuiltDataset, PassageDatasetRequest } from "./passage/build-passage-dataset.ts";
export { buildPassageDataset } from "./passage/build-passage-dataset.ts";
export type { WordRange } from "./passage/cut-passages.ts";
export { cutPassages } from "./passage/cut-passages.ts";
export type { PassageOptions } from "./passage/passage-options.ts";
export { PASSAGE_OPTIONS } from "./passage/passage-options.ts";
export type { HubExport } from "./released/export-hub.ts";
export { exportToHub, openWholeDataset } from "./released/export-hub.ts";
export type { ImportRequest } from "./released/import-released.ts";
export { importReleased } from "./released/import-released.ts";
export type { DatasetParts, PartsOptions } from "./released/with-parts.ts";
export { withParts } from "./released/with-parts.ts";
export type { SplitShares } from "./split-users.ts";
export type {
  BenchmarkTask,
  FieldDefinition,
  FieldKind,
  PaperQuery,
  PromptRules,
  ReleasedRow,
  RowReading,
  TaskDefinition,
} from "./task.ts";
export { taskNamed, taskNames } from "./task-registry.ts";
export { emailTask } from "./tasks/email.ts";
export type { TemplateRules } from "./template-for.ts";
export { templateFor } from "./template-for.ts";
export type { ProfileWithoutTarget, RemovalReason, RemovedItem } from "./without-target.ts";
export { withoutTarget } from "./without-target.ts";
export type { WritableDataset, WriteDatasetOptions } from "./write-dataset.ts";
export { writeDataset } from "./write-dataset.ts";
