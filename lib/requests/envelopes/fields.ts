import { createHash } from "node:crypto";
import type { File } from "@/db/schema/files";
import { getReadableFile } from "@/lib/documents/access";
import { isEnvelope, lockParts, readParts } from "@/lib/documents/envelopes/parts";
import { takenBy, type Taken } from "@/lib/documents/fields/budget";
import { assertDrawable, textsOf } from "@/lib/documents/fields/rules";
import { planChanges, saveInto } from "@/lib/documents/fields/save-all";
import type { FieldWire } from "@/lib/documents/fields/schema";
import { assertVersion, pageHeightOf, readFields, tagOf, toFieldWire } from "@/lib/documents/fields/stored-fields";
import { assertDraft } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toUuid } from "@/lib/platform/ids";
import { lockOwnEnvelope } from "./change-files";
import type { EnvelopeFields } from "./schema";

/** The fields of all files of an envelope, each with its file, and the tag of the whole set. */
export interface EnvelopeFieldSet {
  data: FieldWire[];
  tag: string;
}

/** For requester and notified signers. Throws `not_found`, also for a document. */
export async function listEnvelopeFields(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<EnvelopeFieldSet> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  if (!isEnvelope(file)) throw new DomainError("not_found");
  return readSet(ctx, await readParts(ctx, file));
}

async function readSet(ctx: Ctx, parts: readonly File[]): Promise<EnvelopeFieldSet> {
  const data: FieldWire[] = [];
  const hash = createHash("sha256");
  for (const part of parts) {
    const rows = await readFields(ctx, part.id);
    hash.update(`${part.uuid} ${tagOf(part, rows)}\n`);
    data.push(...rows.map((row) => ({ ...toFieldWire(row, pageHeightOf(part, row)), file: part.uuid })));
  }
  return { data, tag: `"${hash.digest("base64url")}"` };
}

/**
 * `PUT /envelopes/{uuid}/fields`: replaces the whole set of fields of a draft, in one transaction. Fields without
 * `elementId` are added, and stored ones that are not named are removed. Nothing is stored when one field is refused,
 * and the violation points at it. Throws `not_found`, `file_not_draft`, `version_conflict`, `glyph_missing`, and what
 * placing one field throws.
 */
export async function saveEnvelopeFields(
  ctx: Ctx,
  actor: Actor,
  input: EnvelopeFields & { uuid: string; ifMatch?: string | null },
): Promise<EnvelopeFieldSet> {
  await assertDrawable(ctx, textsOf(input.fields, "/fields"));
  return ctx.tx(async (tx) => {
    const envelope = await lockOwnEnvelope(tx, actor, input);
    assertDraft(envelope.status);
    const parts = await lockParts(tx, envelope);
    await assertTag(tx, parts, input.ifMatch);
    for (const [index, { file }] of input.fields.entries())
      if (!parts.some(({ uuid }) => uuid === file.toLowerCase()))
        throw invalid(`/fields/${index}/file`, "unknown", `fields[${index}].file names no file of this envelope`);
    const saved: FieldWire[] = [];
    for (const part of parts) saved.push(...(await savePart(tx, actor, part, input, takenBy(saved))));
    await markDone(tx, { fileId: envelope.id });
    return readSet(tx, parts);
  });
}

/** `before`: what the preceding files, whose sets are already stored, use up. */
async function savePart(
  ctx: Ctx,
  actor: Actor,
  part: File,
  { fields }: EnvelopeFields,
  before: Taken,
): Promise<FieldWire[]> {
  const own = fields.flatMap(({ file, ...field }, at) => (file.toLowerCase() === part.uuid ? [{ field, at }] : []));
  const stored = await readFields(ctx, part.id);
  if (own.length + stored.length === 0) return [];
  const elements = own.map(({ field }) => field);
  const plan = planChanges(part, stored, { elements }, (index) => `/fields/${own[index]?.at ?? index}`);
  const { data } = await saveInto(ctx, actor, part, stored, plan, before);
  return data;
}

/** Throws `version_conflict` unless the fields of the request, a document or an envelope, match `ifMatch`. */
export async function assertFieldsOfRequest(ctx: Ctx, file: File, ifMatch: string | null | undefined): Promise<void> {
  if (isEnvelope(file)) await assertTag(ctx, await readParts(ctx, file), ifMatch);
  else await assertVersion(ctx, file, ifMatch);
}

async function assertTag(ctx: Ctx, parts: readonly File[], ifMatch: string | null | undefined): Promise<void> {
  if (ifMatch === null || ifMatch === undefined) return;
  const named = ifMatch.split(",").map((tag) => tag.trim());
  if (named.includes("*") || named.includes((await readSet(ctx, parts)).tag)) return;
  throw new DomainError("version_conflict", {
    detail: "The boxes have changed since you read them. Read them again, then repeat your change.",
  });
}
