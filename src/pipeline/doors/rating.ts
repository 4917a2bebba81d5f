export { ratingAgreementOf } from "../rating/agreement-verb.ts";
export { ratingAnalysisOf } from "../rating/analyse-verb.ts";
export { ratingPlanOf } from "../rating/plan-verb.ts";
export { ratingSimulationOf } from "../rating/simulate-verb.ts";
