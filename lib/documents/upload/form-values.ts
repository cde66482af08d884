import { and, eq } from "drizzle-orm";
import { files, fileSegments, type File, type FileSegment, type UploadWarning } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { getOwnPdf, lockOwnPdf } from "@/lib/documents/access";
import { assertNoneHeld } from "@/lib/documents/delete";
import type { FormValuesWire } from "@/lib/documents/schema";
import { assertDraft } from "@/lib/documents/status";
import { withIntactPlaces } from "@/lib/documents/storage/damaged-blobs";
import { readSegments, storeTail } from "@/lib/documents/storage/segments";
import { isShadowContent } from "@/lib/documents/upload-warnings";
import type { FrozenAgain } from "@/lib/engine/engine";
import { withFileErrors } from "@/lib/engine/file-errors";
import { DomainError } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { engineValues, kindOfValues, splitForm, type UploadSegment } from "./ingest-upload";

/**
 * Sets whether the values of an upload's form stay on the pages of a draft (`page`) or are taken off and become the
 * values of our fields (`fields`). Nothing changes for a document without a form, or already in that state. Requester
 * only. Throws `not_found`, `forbidden`, `file_not_draft`, `document_on_hold`, `version_conflict` if the document changed at
 * the same moment, `too_large`, `unavailable`.
 */
export async function setFormValues(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; values: FormValuesWire },
): Promise<{ fileId: number }> {
  const uuid = toUuid(input.uuid);
  const file = await getOwnPdf(ctx, actor, { uuid });
  assertDraft(file.status);
  const form = splitForm(await readSegments(ctx, file.id));
  const [base] = form?.before ?? [];
  if (!form || !base || form.values === input.values) return { fileId: file.id };
  const again = await freezeFormAgain(ctx, file, base, input.values);
  // Unreferenced bytes are left to the sweep, because a concurrent call may store the same ones.
  const { sha256, size, kind } = await storeTail(ctx, uuid, kindOfValues[input.values], again.tail);
  return ctx.tx(async (tx) => {
    const locked = await lockOwnPdf(tx, actor, { uuid });
    assertDraft(locked.status);
    await replaceRevision(tx, locked, form.frozen, { sha256, size, kind });
    await writeFile(tx, actor, locked, again, input.values);
    await markDone(tx, { fileId: file.id });
    return { fileId: file.id };
  });
}

/**
 * The revision that freezes the form of an upload. `base`: the upload before its form was frozen. Throws
 * `integrity_error`, `too_large`, `unavailable`.
 */
export async function freezeFormAgain(
  ctx: Ctx,
  document: Pick<File, "uuid">,
  base: UploadSegment,
  values: FormValuesWire,
): Promise<FrozenAgain> {
  return withFileErrors(() =>
    withIntactPlaces(ctx, document, [base], ([place]) => {
      if (!place) throw new Error("a segment has no place");
      return ctx.engine.freezeAgain(place, engineValues[values]);
    }),
  );
}

/** An upload's warnings, with those of its new pages replacing those found on the previous ones. */
export function withShadow(warnings: readonly UploadWarning[], shadow: FrozenAgain["shadow"]): UploadWarning[] {
  return [...warnings.filter((warning) => !isShadowContent(warning)), ...shadow];
}

async function replaceRevision(
  ctx: Ctx,
  file: Pick<File, "id">,
  before: FileSegment,
  after: Pick<FileSegment, "sha256" | "size" | "kind">,
): Promise<void> {
  await assertNoneHeld(ctx, [file.id]);
  const replaced = await ctx.db
    .update(fileSegments)
    .set(after)
    .where(
      and(eq(fileSegments.id, before.id), eq(fileSegments.fileId, file.id), eq(fileSegments.sha256, before.sha256)),
    )
    .returning({ id: fileSegments.id });
  if (replaced.length === 0) throw new DomainError("version_conflict");
}

async function writeFile(
  ctx: Ctx,
  actor: Actor,
  file: File,
  { shadow, size, sha256 }: FrozenAgain,
  values: FormValuesWire,
): Promise<void> {
  const warnings = withShadow(file.warnings, shadow);
  await ctx.db.update(files).set({ size, sha256, warnings, readers: null }).where(eq(files.id, file.id));
  await appendAuditEvent(ctx, actor, file.id, { type: "form.changed", doc: { sha256, size }, data: { values } });
  await enqueue(ctx, "compareReaders", { fileId: file.id });
}
