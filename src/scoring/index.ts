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
export type { MetricDefinition, OwnScore } from "./define-metric.ts";
export { defineMetric } from "./define-metric.ts";
export type { BertScoreFacts, BertScoreInput } from "./embedding/bert-score.ts";
export { bertScore } from "./embedding/bert-score.ts";
export type {
  DriftCandidate,
  DriftedText,
  DriftFilter,
  DriftFilterInput,
  DriftOutcome,
} from "./embedding/drift-filter.ts";
export { createDriftFilter } from "./embedding/drift-filter.ts";
export type { EmbeddingReason, EmbeddingScore } from "./embedding/embedding-score.ts";
export type { ConsistencyFacts } from "./embedding/section-consistency.ts";
export { sectionConsistency } from "./embedding/section-consistency.ts";
export { vectorSignature } from "./embedding/vector-signature.ts";
export type { TextVector } from "./embedding/vectors.ts";
export { centroid, cosine } from "./embedding/vectors.ts";
export { addSums, autocorrelation, curveOfSums } from "./gapelmaper/autocorrelation.ts";
export type { AutocorrelationPlan } from "./gapelmaper/autocorrelation-plan.ts";
export { planAutocorrelation } from "./gapelmaper/autocorrelation-plan.ts";
export type { EmbeddedText, EmbedOptions } from "./gapelmaper/embed-words.ts";
export { embedWords } from "./gapelmaper/embed-words.ts";
export type { DecayFit, DroppingRule, FitOptions, LagValues } from "./gapelmaper/fit-decay.ts";
export { fitDecay } from "./gapelmaper/fit-decay.ts";
export type { GapelmaperOptions, PreparedGapelmaper } from "./gapelmaper/gapelmaper.ts";
export { gapelmaper, prepareGapelmaper } from "./gapelmaper/gapelmaper.ts";
export type {
  GapelmaperVariant,
  MinTokens,
  VariantRules,
  VariantSignature,
} from "./gapelmaper/gapelmaper-variants.ts";
export {
  GAPELMAPER_VARIANTS,
  gapelmaperSignature,
  variantRules,
} from "./gapelmaper/gapelmaper-variants.ts";
export { openGroupSums } from "./gapelmaper/group-sums.ts";
export { memoryWordVectors } from "./gapelmaper/memory-word-vectors.ts";
export type { UnitText, VectorText } from "./gapelmaper/unit-text.ts";
export { floorOf, unitText } from "./gapelmaper/unit-text.ts";
export type { WordCollector, WordRule, WordSequence } from "./gapelmaper/word-sequence.ts";
export { collectWords, shuffledWords, wordSequence } from "./gapelmaper/word-sequence.ts";
export type { JudgeOptions } from "./judge/ask-judge.ts";
export type { Aspect } from "./judge/aspect-list.ts";
export type { AspectMatch } from "./judge/aspect-matches.ts";
export type { AspectFacts, AspectInput } from "./judge/judge-aspects.ts";
export { judgeAspects } from "./judge/judge-aspects.ts";
export type {
  PreferenceFacts,
  PreferenceInput,
  PreferenceSummary,
  Preferred,
} from "./judge/judge-preference.ts";
export { judgePreference, summarisePreferences } from "./judge/judge-preference.ts";
export type { JudgePrompt } from "./judge/judge-prompts.ts";
export { JUDGE_PROMPTS } from "./judge/judge-prompts.ts";
export type { RubricFacts, RubricInput } from "./judge/judge-rubric.ts";
export { judgeByRubric } from "./judge/judge-rubric.ts";
export type { Judgement, JudgeReason, JudgeUsage } from "./judge/judgement.ts";
export type { Criterion, Rubric } from "./judge/rubric.ts";
export { LONG_TEXT_RUBRIC } from "./judge/rubric.ts";
export type { Meteor, MeteorOptions, MeteorResult, MeteorWeights } from "./meteor/meteor.ts";
export { openMeteor } from "./meteor/meteor.ts";
export type { WordNet } from "./meteor/wordnet.ts";
export { openWordNet } from "./meteor/wordnet.ts";
export type { Aggregate, MetricGroup, MetricInfo, ScoredItem, Scorer } from "./metric.ts";
export { isHigherBetter } from "./metric-direction.ts";
export type { MetricName } from "./metric-names.ts";
export { metricNames } from "./metric-names.ts";
export { compressionRatio } from "./panel/compression-ratio.ts";
export type { Lengths } from "./panel/length-scores.ts";
export { lengthScore, lifebenchLengthScore } from "./panel/length-scores.ts";
export type { RepeatFacts } from "./panel/longest-repeat.ts";
export { longestRepeat } from "./panel/longest-repeat.ts";
export type { DriftedName, KnownName, NameDriftFacts } from "./panel/name-drift.ts";
export { nameDrift } from "./panel/name-drift.ts";
export type { NgramOptions } from "./panel/ngram-variety.ts";
export { distinctNgrams, repeatedNgrams } from "./panel/ngram-variety.ts";
export type { PanelMetricName } from "./panel/panel-metrics.ts";
export type { PanelOptions } from "./panel/panel-options.ts";
export type {
  PanelReason,
  PanelScore,
  PanelScored,
  PanelUnscored,
  WindowFacts,
} from "./panel/panel-score.ts";
export type { CurvePoint, PositionCurveOptions } from "./panel/position-curve.ts";
export { positionCounts, positionCurve } from "./panel/position-curve.ts";
export type { PanelAlarm, QualityPanelInput, QualityPanelRow } from "./panel/quality-panel.ts";
export { qualityPanel } from "./panel/quality-panel.ts";
export type { ReadabilityFacts } from "./panel/readability.ts";
export { readability } from "./panel/readability.ts";
export type { ParagraphFacts } from "./panel/repeated-paragraphs.ts";
export { repeatedParagraphs } from "./panel/repeated-paragraphs.ts";
export type { SelfBleuOptions } from "./panel/self-bleu.ts";
export { selfBleu } from "./panel/self-bleu.ts";
export { sentenceLengthVariation } from "./panel/sentence-variety.ts";
export type { RankFacts, RankInput } from "./panel/style-distance.ts";
export { authorRank, burrowsDelta, characterStyleDistance } from "./panel/style-distance.ts";
export type { StyleProfile } from "./panel/style-profile.ts";
export { readStyleProfile } from "./panel/style-profile.ts";
export type { StyleReference, StyleReferenceInput } from "./panel/style-reference.ts";
export { createStyleReference } from "./panel/style-reference.ts";
export { slidingWordVariety } from "./panel/word-variety.ts";
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
