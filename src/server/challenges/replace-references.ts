import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReferenceLine, ResolvedTrack } from "../../records/index.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { unprocessable } from "../http/refusals.ts";
import { newId, newSecret, type ServerContext } from "../http/server-context.ts";
import { appendAudit } from "../people/audit-log.ts";
import { latestVersion, startRescore } from "../scoring/rescore.ts";
import { tellWorker } from "../scoring/scoring-engine.ts";
import { sealReferences, vaultPlaces } from "../scoring/sealed-references.ts";
import { itemsOf, type StoredChallenge } from "./challenge-store.ts";

/** References to be stored. */
export interface NewReferences {
  /** The challenge. */
  readonly challenge: StoredChallenge;
  /** The track. */
  readonly track: ResolvedTrack;
  /** One reference for each item. */
  readonly lines: readonly ReferenceLine[];
  /** Who uploads them. */
  readonly actorId: string | null;
}

/**
 * Seals references and puts them in force. The first ones of a track just fill their place; later ones
 * start a rescoring of everything.
 *
 * @param server - The server.
 * @param given - Where, and what.
 * @returns Whether a rescoring began.
 * @throws Refusal 422 `wrong-references` unless every item has exactly one; 409 `rescore-under-way`.
 */
export async function replaceReferences(
  server: ServerContext,
  { challenge, track, lines, actorId }: NewReferences,
): Promise<{ readonly rescoring: boolean }> {
  await refuseWrongItems(server, { challenge, track, lines });
  const places = vaultPlaces(server.folders.data);
  const name = `${challenge.id}-${track.id}-${newId(server)}.sealed`;
  const sealed = await sealReferences(
    lines.map((line) => ({ ...line, canary: `canary-${newSecret(server)}` })),
    places.publicKey,
  );
  const path = join(places.sealedFolder, name);
  await writeFile(path, sealed, { flag: "wx", mode: 0o640, flush: true });
  try {
    const rescoring = await inTransaction(server.database, async (transaction) => {
      const latest = await latestVersion(transaction, challenge.id);
      const files = JSON.parse(latest.referenceFiles) as Record<string, string>;
      const isFirst = !Object.hasOwn(files, track.id);
      const referenceFiles = { ...files, [track.id]: name };
      if (isFirst) {
        await transaction
          .updateTable("scoringVersions")
          .set({ referenceFiles: JSON.stringify(referenceFiles) })
          .where("challengeId", "=", challenge.id)
          .where("version", "=", latest.version)
          .execute();
      } else {
        const reason = `The references of the track ${track.title} were replaced.`;
        const order = { challengeId: challenge.id, reason, referenceFiles };
        await startRescore(transaction, order, server);
      }
      await appendAudit(transaction, {
        atMs: server.clock.nowMs(),
        actorId,
        action: "references-replaced",
        subjectId: challenge.id,
        details: { track: track.id, items: lines.length },
      });
      return !isFirst;
    });
    tellWorker(server);
    return { rescoring };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function refuseWrongItems(
  { database }: ServerContext,
  { challenge, track, lines }: Omit<NewReferences, "actorId">,
): Promise<void> {
  if (track.kind === "open") {
    throw unprocessable("wrong-references", "An open track has no references.");
  }
  const items = await itemsOf(database.query, challenge.id, track.id);
  const wanted = new Set(items.map(({ itemId }) => itemId));
  const given = new Set(lines.map(({ itemId }) => itemId));
  const missing = [...wanted].filter((id) => !given.has(id));
  const unknown = [...given].filter((id) => !wanted.has(id));
  const twice = lines.length - given.size;
  if (missing.length + unknown.length + twice === 0) return;
  throw unprocessable(
    "wrong-references",
    `${missing.length} items have no reference, ${unknown.length} are unknown, ${twice} stand twice.`,
    { details: { missing: missing.slice(0, 100), unknown: unknown.slice(0, 100), twice } },
  );
}
