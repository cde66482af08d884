import { createHash } from "node:crypto";
import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { getReadableFile } from "@/lib/documents/access";
import { isEnvelope, lockPdfs, readPdfs } from "@/lib/documents/envelopes/pdfs";
import { takenBy, type Taken } from "@/lib/documents/fields/budget";
import { assertDrawable, textsOf } from "@/lib/documents/fields/rules";
import { planChanges, saveInto } from "@/lib/documents/fields/save-all";
import type { FieldWire } from "@/lib/documents/fields/schema";
import { assertVersion, pageHeightOf, readFields, tagOf, toFieldWire } from "@/lib/documents/fields/stored-fields";
import { assertDraft } from "@/lib/documents/status";
import { DomainError, invalid } from "@/lib/platform/errors";
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
  return readSet(ctx, await readPdfs(ctx, file));
}

async function readSet(ctx: Ctx, pdfs: readonly File[]): Promise<EnvelopeFieldSet> {
  const data: FieldWire[] = [];
  const hash = createHash("sha256");
  for (const pdf of pdfs) {
    const rows = await readFields(ctx, pdf.id);
    hash.update(`${pdf.uuid} ${tagOf(pdf, rows)}\n`);
    data.push(...rows.map((row) => ({ ...toFieldWire(row, pageHeightOf(pdf, row)), file: pdf.uuid })));
  }
  return { data, tag: `"${hash.digest("base64url")}"` };
}

/**
 * `PUT /envelopes/{uuid}/fields`: replaces the whole set of fields of a draft, in one transaction. Fields without
 * `elementId` are added, and stored ones that are not named are removed. Nothing is stored when one field is refused,
 * and the violation points at it. Throws what saving the fields of one document throws (`lib/documents/fields/save-all`).
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
    const pdfs = await lockPdfs(tx, envelope);
    await assertTag(tx, pdfs, input.ifMatch);
    for (const [index, { file }] of input.fields.entries())
      if (!pdfs.some(({ uuid }) => uuid === file.toLowerCase()))
        throw invalid(`/fields/${index}/file`, "unknown", `fields[${index}].file is not a file of this envelope`);
    const saved: FieldWire[] = [];
    for (const pdf of pdfs) saved.push(...(await savePdf(tx, actor, pdf, input, takenBy(saved))));
    await markDone(tx, { fileId: envelope.id });
    return readSet(tx, pdfs);
  });
}

/** `before`: what the preceding files, whose sets are already stored, use up. */
async function savePdf(
  ctx: Ctx,
  actor: Actor,
  pdf: File,
  { fields }: EnvelopeFields,
  before: Taken,
): Promise<FieldWire[]> {
  const own = fields.flatMap(({ file, ...field }, at) => (file.toLowerCase() === pdf.uuid ? [{ field, at }] : []));
  const stored = await readFields(ctx, pdf.id);
  if (own.length + stored.length === 0) return [];
  const elements = own.map(({ field }) => field);
  const plan = planChanges(pdf, stored, { elements }, (index) => `/fields/${own[index]?.at ?? index}`);
  const { data } = await saveInto(ctx, actor, pdf, stored, plan, before);
  return data;
}

/** Throws `version_conflict` unless the fields of the request, a document or an envelope, match `ifMatch`. */
export async function assertFieldsOfRequest(ctx: Ctx, file: File, ifMatch: string | null | undefined): Promise<void> {
  if (isEnvelope(file)) await assertTag(ctx, await readPdfs(ctx, file), ifMatch);
  else await assertVersion(ctx, file, ifMatch);
}

async function assertTag(ctx: Ctx, pdfs: readonly File[], ifMatch: string | null | undefined): Promise<void> {
  if (ifMatch === null || ifMatch === undefined) return;
  const named = ifMatch.split(",").map((tag) => tag.trim());
  if (named.includes("*") || named.includes((await readSet(ctx, pdfs)).tag)) return;
  throw new DomainError("version_conflict", {
    detail: "The fields have changed since you read them. Read them again, then repeat your change.",
  });
}
