// A thread that checks one upload; see check-upload.ts.
import { parentPort, workerData } from "node:worker_threads";
import { type IntakeTask, takeIn } from "./intake.ts";

parentPort?.postMessage(await takeIn(workerData as IntakeTask));
