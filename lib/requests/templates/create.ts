import type { File, ReminderPlan, SignRequest } from "@/db/schema/files";
import type { SignatureOptionsChange } from "@/db/schema/signature-options";
import { templateDocuments, templates, templateVersions } from "@/db/schema/templates";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import { atEnd, type AccountActor, type Actor, type Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readPlan, readSettings } from "@/lib/context/settings/read";
import type { RemindersInput } from "@/lib/context/settings/schema";
import { signerIdentifyMethodNames } from "@/lib/context/sign-methods/method-names";
import { getOwnFile } from "@/lib/documents/access";
import { assertNotEnvelope } from "@/lib/documents/envelopes/pdfs";
import { assertOptionsDrawable } from "@/lib/documents/fields/signature-appearance";
import { assertStoredFits } from "@/lib/documents/storage-left";
import { discardIngested } from "@/lib/documents/upload/ingest-upload";
import { invalid } from "@/lib/platform/errors";
import { detailsOf } from "@/lib/platform/field-rules/details";
import { toId } from "@/lib/platform/ids";
import { recordTemplateEvent } from "@/lib/records/audit/record-events";
import { readFileState } from "../state/file-state";
import { sourceOf } from "../state/take-source";
import { assertStorable, readFields, readRoles } from "./content";
import type { NewTemplate, TemplateFieldInput, TemplateRoleInput } from "./schema";
import { copyOfFile, ingestForTemplate, type TakenDocument } from "./take-document";

/**
 * `POST /templates`: a template from a PDF, or from one of the caller's documents with its signers as roles. Throws
 * `forbidden`, `not_found`, `validation_failed`, and what `ingestUpload` and `readFields` throw; nothing is stored
 * then.
 */
export async function createTemplate(ctx: Ctx, actor: Actor, input: NewTemplate): Promise<{ templateId: number }> {
  const acting = assertMayRequest(actor);
  const source = sourceOf(input.file);
  const content = source.kind === "fileId" ? await fromFile(ctx, acting, source.fileId, input) : fromInput(input);
  const roles = readRoles(ctx, content.roles);
  await assertOptionsDrawable(ctx, input.signatureOptions, "/signatureOptions");
  const reminders = content.reminders && readPlan(ctx, content.reminders, (await readSettings(ctx)).reminders);
  const taken =
    source.kind === "fileId" && content.file
      ? await copyOfFile(ctx, acting, content.file)
      : await ingestForTemplate(ctx, acting, source as Exclude<typeof source, { kind: "fileId" }>);
  try {
    const fields = await readFields(ctx, taken.ingested, roles, content.fields);
    const version = {
      name: content.name,
      roles,
      fields,
      expiresInDays: input.expiresInDays ?? null,
      allowDelegation: content.allowDelegation,
      reminders: reminders ?? null,
      signatureOptions: content.signatureOptions,
    };
    await assertStorable(ctx, acting, version);
    return await ctx.tx(async (tx) => {
      await assertValidCredentialAtEnd(tx, acting);
      const [template] = await tx.db
        .insert(templates)
        .values({ ownerId: acting.account.id, name: content.name })
        .returning();
      if (!template) throw new Error("the template was not stored");
      const documentId = await insertDocument(tx, template.id, taken);
      await tx.db.insert(templateVersions).values({ ...version, templateId: template.id, number: 1, documentId });
      await recordTemplateEvent(tx, template, "template.created");
      await atEnd(tx, () => assertStoredFits(tx, acting.account.id));
      await markDone(tx, { templateId: template.id });
      return { templateId: template.id };
    });
  } catch (error) {
    await discardIngested(ctx, taken.ingested);
    throw error;
  }
}

interface Content {
  name: string;
  roles: TemplateRoleInput[];
  fields: TemplateFieldInput[];
  reminders: RemindersInput | ReminderPlan | null | undefined;
  allowDelegation: boolean;
  signatureOptions: SignatureOptionsChange | null;
  /** The document whose upload is copied. */
  file: File | null;
}

function fromInput({
  name,
  roles,
  fields,
  reminders,
  allowDelegation = false,
  signatureOptions = null,
}: NewTemplate): Content {
  if (name === undefined) throw invalid("/name", "required", "name is required");
  if (roles === undefined) throw invalid("/roles", "required", "roles is required");
  return { name, roles, fields: fields ?? [], reminders, allowDelegation, signatureOptions, file: null };
}

async function fromFile(ctx: Ctx, acting: AccountActor, fileId: number, input: NewTemplate): Promise<Content> {
  const state = await readFileState(ctx, await getOwnFile(ctx, acting, { id: toId(fileId) }));
  assertNotEnvelope(state.file);
  const signers = state.signers.filter(({ erasedAt }) => erasedAt === null);
  const roles = rolesOf(signers, input.roles);
  const roleOf = new Map(signers.map(({ id }, index) => [id, roles[index]?.name ?? ""]));
  const taken = state.fields.flatMap((field): TemplateFieldInput[] => {
    const role = roleOf.get(field.signRequestId);
    if (role === undefined) return [];
    const { type, page, topPt, leftPt, widthPt, heightPt, required, label, value, readOnly } = field;
    const { fontSizePt, alignment, dateFormat, colour, font } = field;
    return [
      {
        role,
        type,
        coordinates: { page, top: topPt, left: leftPt, width: widthPt, height: heightPt },
        required,
        label,
        value,
        readOnly,
        fontSize: fontSizePt,
        alignment,
        dateFormat,
        colour,
        font,
        ...detailsOf(field),
      },
    ];
  });
  return {
    name: input.name ?? state.file.name,
    roles,
    fields: input.fields ?? taken,
    reminders: input.reminders === undefined ? state.file.reminders : input.reminders,
    allowDelegation: input.allowDelegation ?? state.file.allowDelegation,
    signatureOptions: input.signatureOptions === undefined ? state.file.signatureOptions : input.signatureOptions,
    file: state.file,
  };
}

type Signer = Pick<
  SignRequest,
  | "description"
  | "signingOrder"
  | "signMethod"
  | "identifyMethods"
  | "role"
  | "copyAt"
  | "attachmentRequests"
  | "notify"
>;

/** One role per signer, named by the call or else numbered. Members omitted from the call are the signer's. */
function rolesOf(signers: readonly Signer[], named: TemplateRoleInput[] | undefined): TemplateRoleInput[] {
  if (named === undefined && signers.length === 0)
    throw invalid("/roles", "required", "roles is required: the document has no signers");
  if (named !== undefined && signers.length > 0 && named.length !== signers.length)
    throw invalid("/roles", "count", `roles needs ${signers.length} items, one for each signer of the document`);
  if (signers.length === 0) return named ?? [];
  return signers.map(
    ({ description, signingOrder, signMethod, identifyMethods, role, copyAt, attachmentRequests, notify }, index) => ({
      description,
      signingOrder,
      signMethod,
      identifyMethod: signerIdentifyMethodNames.find((name) => name === identifyMethods[0]) ?? null,
      role,
      ...(role === "cc" ? { copyAt } : {}),
      attachmentRequests,
      notify: role === "cc" || notify,
      name: `Signer ${index + 1}`,
      ...named?.[index],
    }),
  );
}

/** The row of a document that a template owns. */
export async function insertDocument(
  ctx: Ctx,
  templateId: number,
  { ingested, readers }: TakenDocument,
): Promise<number> {
  const { segments, ...facts } = ingested;
  let position = 0;
  const [row] = await ctx.db
    .insert(templateDocuments)
    .values({
      ...facts,
      templateId,
      readers,
      segments: segments.map((segment) => ({
        ...segment,
        position: segment.role === "original" ? 0 : position++,
      })),
    })
    .returning({ id: templateDocuments.id });
  if (!row) throw new Error("the template's document was not stored");
  return row.id;
}
