export { pullWithProgress } from "../models/pull-with-progress.ts";
