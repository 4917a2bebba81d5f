export { aggregateScores } from "./aggregate-scores.ts";
export type { GreedyMatch, TokenVectors } from "./bertscore/greedy-match.ts";
export {
  bestGreedyMatch,
  greedyMatch,
  inverseDocumentFrequency,
  rescaled,
} from "./bertscore/greedy-match.ts";
export type { CorpusScore, CorpusScores, CorpusSums } from "./corpus-scores.ts";
export { openCorpusScores } from "./corpus-scores.ts";
export { createScorer } from "./create-scorer.ts";
export type { Meteor, MeteorOptions, MeteorResult, MeteorWeights } from "./meteor/meteor.ts";
export { openMeteor } from "./meteor/meteor.ts";
export type { WordNet } from "./meteor/wordnet.ts";
export { openWordNet } from "./meteor/wordnet.ts";
export type { Aggregate, MetricGroup, MetricInfo, ScoredItem, Scorer } from "./metric.ts";
export type { MetricName } from "./metric-names.ts";
export { metricNames } from "./metric-names.ts";
export type { Rouge, RougeOptions, RougeScore, RougeTokens, RougeType } from "./rouge/rouge.ts";
export { createRouge } from "./rouge/rouge.ts";
export type { RougeBootstrapOptions, RougeInterval } from "./rouge/rouge-bootstrap.ts";
export { rougeBootstrap } from "./rouge/rouge-bootstrap.ts";
export type { Bleu, BleuCounts, BleuOptions, BleuSmoothing } from "./sacrebleu/bleu.ts";
export { createBleu } from "./sacrebleu/bleu.ts";
export type { BleuTokenizer } from "./sacrebleu/bleu-tokenizers.ts";
export type { Chrf, ChrfCounts, ChrfOptions } from "./sacrebleu/chrf.ts";
export { createChrf } from "./sacrebleu/chrf.ts";
export type { ScorerOptions, ScoringProfile } from "./scorer-options.ts";
