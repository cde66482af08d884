import { createHash } from "node:crypto";
import type { DocumentSigner } from "@/lib/authority/document-signer";
import { isEnvelope } from "@/lib/documents/envelopes/parts";
import { inTurns } from "@/lib/platform/blobs/in-turns";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { atPart } from "@/lib/requests/prepare";
import type { SigningAttempt } from "@/lib/signing/proof/may-sign";
import { buildSignature, dropRevision, type BuiltRevision } from "./build";
import type { PartOutcome } from "./conditions";
import type { PlannedContents, PlannedPart } from "./plan-contents";
import type { Statements } from "./statements";

/** A signed revision of one PDF, and what the trail says about it. */
export interface BuiltSignature {
  revision: BuiltRevision;
  signedAt: Date;
  /** SHA-256 of the image in the signature field; null for none. */
  imageSha256: string | null;
  statements: Statements;
  outcome: PartOutcome;
}

/** The revisions built for a signature so far, by the PDF's id: a later round builds again only what has moved on. */
export type BuiltSoFar = Map<number, BuiltSignature>;

/** Files of an envelope that are built at the same time: the engine has other callers. */
const atOnce = 4;

/**
 * Builds a revision of every planned PDF that has none on its current version, outside any transaction. False when one of them has changed
 * meanwhile. Throws what `buildSignature` throws, with the file's name for an envelope.
 */
export async function buildSignatures(
  ctx: Ctx,
  attempt: SigningAttempt,
  planned: readonly PlannedPart[],
  signer: DocumentSigner,
  { signedAt, built }: { signedAt: Date; built: BuiltSoFar },
): Promise<boolean> {
  await dropOutdated(ctx, planned, built);
  const missing = planned.filter(({ part }) => !built.has(part.id));
  await inTurns(missing, atOnce, async (one) => {
    const id = isEnvelope(attempt.file) ? one.part.id : null;
    const revision = await atPart({ id, name: one.part.name }, (one.part.envelopePosition ?? 1) - 1, () =>
      buildSignature(ctx, attempt, one, signer, signedAt).catch(nullIfMovedOn),
    );
    const { contents, outcome } = one;
    const { statements } = contents;
    if (revision) built.set(one.part.id, { revision, signedAt, imageSha256: imageHash(contents), statements, outcome });
  });
  return planned.every(({ part }) => built.has(part.id));
}

async function dropOutdated(ctx: Ctx, planned: readonly PlannedPart[], built: BuiltSoFar): Promise<void> {
  for (const [id, { revision }] of built) {
    const current = planned.find(({ part }) => part.id === id);
    if (current?.part.revision === revision.base.file.revision) continue;
    built.delete(id);
    await dropRevision(ctx, revision);
  }
}

/** Removes everything that was built and not committed. */
export async function dropAll(ctx: Ctx, built: BuiltSoFar): Promise<void> {
  for (const { revision } of built.values()) await dropRevision(ctx, revision);
  built.clear();
}

/** The next attempt rereads the file's state. */
function nullIfMovedOn(error: unknown): null {
  if (error instanceof DomainError && (error.code === "race_lost" || error.code === "not_found")) return null;
  throw error;
}

function imageHash({ content, images }: PlannedContents): string | null {
  const png = content?.kind === "image" && content.image !== null ? images[content.image] : undefined;
  return png ? createHash("sha256").update(png).digest("hex") : null;
}
