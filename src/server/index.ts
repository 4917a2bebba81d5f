export type { DatabasePlace } from "./database/open-database.ts";
