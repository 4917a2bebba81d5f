import { noneRetriever } from "./none-retriever.ts";
import { describeRetriever } from "./retriever.contract.ts";

describeRetriever("none", noneRetriever, { returnsNothing: true });
