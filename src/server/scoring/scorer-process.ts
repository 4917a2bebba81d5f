// The scorer: a process of its own, the only one that opens the private key. It reads one order from
// its standard input and writes one result of numbers to its standard output.
import { text } from "node:stream/consumers";
import { carryOutOrder } from "./carry-out-order.ts";
import type { ScorerOrder } from "./scorer-order.ts";

const order = JSON.parse(await text(process.stdin)) as ScorerOrder;
process.stdout.write(JSON.stringify(await carryOutOrder(order)));
