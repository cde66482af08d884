import { isDeepStrictEqual } from "node:util";
import { and, eq, notExists, sql } from "drizzle-orm";
import { files } from "@/db/schema/files";
import {
  templateDocuments,
  templates,
  templateVersions,
  type Template,
  type TemplateDocument,
} from "@/db/schema/templates";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import { atEnd, type AccountActor, type Actor, type Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readPlan, readSettings } from "@/lib/context/settings/read";
import { getOwnFile } from "@/lib/documents/access";
import { removeBlobs } from "@/lib/documents/delete";
import { assertOptionsDrawable } from "@/lib/documents/fields/signature-appearance";
import { assertStoredFits } from "@/lib/documents/storage-left";
import { discardIngested } from "@/lib/documents/upload/ingest-upload";
import { blobKey, type BlobKey } from "@/lib/platform/blobs/blob-store";
import { DomainError, invalid } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";
import { recordTemplateEvent } from "@/lib/records/audit/record-events";
import { sourceOf } from "../state/take-source";
import { getOwnTemplate, lockOwnTemplate, type WholeTemplate } from "./access";
import { assertStorable, fitFields, readFields, readRoles, type Unfit, type VersionContent } from "./content";
import { insertDocument } from "./create";
import type { TemplateChange, TemplateFieldInput } from "./schema";
import { copyOfFile, copyWithFormValues, ingestForTemplate, type TakenDocument } from "./take-document";

/**
 * `PUT /templates/{id}`: stores a new version. Earlier ones stay unchanged, and so do requests made from them.
 * Omitted members are carried over. With another file, fields that no longer fit its pages are left out and named.
 * `formValues` moves the values of the document's form together with the fields that take them, so that no version
 * lacks both. A call that changes nothing makes no version. Throws `not_found`, `version_conflict`,
 * `validation_failed`, and what `ingestUpload` and `readFields` throw.
 */
export async function changeTemplate(
  ctx: Ctx,
  actor: Actor,
  { id, ...input }: TemplateChange & { id: number },
): Promise<{ templateId: number; unfit?: Unfit[] }> {
  const acting = assertMayRequest(actor);
  const current = await getOwnTemplate(ctx, acting, { id });
  assertVersion(current, input.version);
  const roles = input.roles ? readRoles(ctx, input.roles) : current.version.roles;
  const reminders =
    input.reminders === undefined
      ? current.version.reminders
      : input.reminders &&
        readPlan(ctx, input.reminders, current.version.reminders ?? (await readSettings(ctx)).reminders);
  const taken = await takeAnother(ctx, acting, current.document, input);
  try {
    const document = taken?.ingested ?? current.document;
    const { kept, unfit } = input.file ? fitFields(document.pages, current.version) : { kept: null, unfit: undefined };
    const given = input.fields ?? (kept ?? current.version.fields).map(asInput);
    const fields = await readFields(ctx, document, roles, given, { areDrawable: input.fields === undefined });
    const expiresInDays = input.expiresInDays === undefined ? current.version.expiresInDays : input.expiresInDays;
    const allowDelegation = input.allowDelegation ?? current.version.allowDelegation;
    const name = input.name ?? current.version.name;
    const { signatureOptions = current.version.signatureOptions } = input;
    await assertOptionsDrawable(ctx, input.signatureOptions, "/signatureOptions");
    const content = { name, roles, fields, expiresInDays, allowDelegation, reminders, signatureOptions };
    const isUnchanged = !taken && isSame(content, current.version);
    if (!isUnchanged) await assertStorable(ctx, acting, content);
    return await ctx.tx(async (tx) => {
      await assertValidCredentialAtEnd(tx, acting);
      const template = await lockOwnTemplate(tx, acting, id);
      if (template.version !== current.template.version) throw conflict();
      if (isUnchanged) {
        await markDone(tx, { templateId: template.id });
        return { templateId: template.id };
      }
      const number = template.version + 1;
      await tx.db.insert(templateVersions).values({
        ...content,
        templateId: template.id,
        number,
        documentId: taken ? await insertDocument(tx, template.id, taken) : current.document.id,
      });
      await tx.db
        .update(templates)
        .set({ version: number, name, updatedAt: sql`now()` })
        .where(eq(templates.id, template.id));
      await recordTemplateEvent(tx, { ...template, version: number, name }, "template.updated");
      await atEnd(tx, () => assertStoredFits(tx, acting.account.id));
      await markDone(tx, { templateId: template.id });
      return { templateId: template.id, ...(unfit && input.fields === undefined ? { unfit } : {}) };
    });
  } catch (error) {
    if (taken) await discardIngested(ctx, taken.ingested);
    throw error;
  }
}

/** JSON columns come from the database with their members in another order. */
function isSame(content: VersionContent, version: VersionContent): boolean {
  const { name, roles, fields, expiresInDays, allowDelegation, reminders, signatureOptions } = version;
  return isDeepStrictEqual(
    plain(content),
    plain({ name, roles, fields, expiresInDays, allowDelegation, reminders, signatureOptions }),
  );
}

function plain(content: VersionContent): unknown {
  return JSON.parse(JSON.stringify(content));
}

/** The document of the new version; null if it keeps that of the current one. */
async function takeAnother(
  ctx: Ctx,
  acting: AccountActor,
  document: TemplateDocument,
  { file, formValues }: TemplateChange,
): Promise<TakenDocument | null> {
  if (file && formValues)
    throw invalid("/formValues", "not_allowed", "formValues is for the current document; use file.formValues");
  if (!file) return formValues ? copyWithFormValues(ctx, acting, document, formValues) : null;
  const source = sourceOf(file);
  if (source.kind !== "fileId") return ingestForTemplate(ctx, acting, source);
  return copyOfFile(ctx, acting, await getOwnFile(ctx, acting, { id: toId(source.fileId) }));
}

function assertVersion({ template }: WholeTemplate, made: number | undefined): void {
  if (made !== undefined && made !== template.version) throw conflict();
}

function conflict(): DomainError {
  return new DomainError("version_conflict", { detail: "The template has a newer version." });
}

function asInput({
  name,
  role,
  type,
  page,
  topPt,
  leftPt,
  widthPt,
  heightPt,
  fontSizePt,
  ...rest
}: WholeTemplate["version"]["fields"][number]): TemplateFieldInput {
  return {
    name,
    role,
    type,
    coordinates: { page, top: topPt, left: leftPt, width: widthPt, height: heightPt },
    fontSize: fontSizePt,
    ...rest,
  };
}

export const templateDeleted = { message: "The template is deleted." };

/**
 * `DELETE /templates/{id}`: deletes the template and the bytes of its documents. Requests made from it have copies.
 * Throws `not_found`.
 */
export async function deleteTemplate(ctx: Ctx, actor: Actor, { id }: { id: number }): Promise<typeof templateDeleted> {
  const gone = await ctx.tx(async (tx) => {
    const keys = await deleteLockedTemplate(tx, await lockOwnTemplate(tx, actor, id));
    await markDone(tx, {});
    return keys;
  });
  await removeBlobs(ctx, gone);
  return templateDeleted;
}

/** Deletes a template that the caller has locked. Returns its blobs, for `removeBlobs` after the commit. */
export async function deleteLockedTemplate(tx: Ctx, template: Template): Promise<BlobKey[]> {
  await tx.db
    .update(templates)
    .set({ deletedAt: sql`now()` })
    .where(eq(templates.id, template.id));
  const keys = await forgetDocuments(tx, template.id);
  await deleteUnused(tx, template.id);
  await recordTemplateEvent(tx, template, "template.deleted");
  return keys;
}

/**
 * Deletes the versions that no request was made from, and their documents: otherwise rows would remain that nobody
 * could see or delete.
 */
async function deleteUnused(ctx: Ctx, templateId: number): Promise<void> {
  const ofVersion = ctx.db.select({ id: files.id }).from(files).where(eq(files.templateVersionId, templateVersions.id));
  await ctx.db.delete(templateVersions).where(and(eq(templateVersions.templateId, templateId), notExists(ofVersion)));
  const ofDocument = ctx.db
    .select({ id: templateVersions.id })
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.documentId, templateDocuments.id)));
  await ctx.db
    .delete(templateDocuments)
    .where(and(eq(templateDocuments.templateId, templateId), notExists(ofDocument)));
}

/**
 * Removes the segments of the documents. The versions stay, because requests refer to them. Returns the blobs to
 * remove after the commit.
 */
async function forgetDocuments(ctx: Ctx, templateId: number): Promise<BlobKey[]> {
  const documents = await ctx.db.select().from(templateDocuments).where(eq(templateDocuments.templateId, templateId));
  await ctx.db.update(templateDocuments).set({ segments: [] }).where(eq(templateDocuments.templateId, templateId));
  return documents.flatMap(({ uuid, segments }) => segments.map(({ sha256 }) => blobKey(uuid, sha256)));
}
