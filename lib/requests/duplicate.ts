import type { Field, File, SignRequest } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readSettings, type Settings } from "@/lib/context/settings/read";
import { signerIdentifyMethodNames } from "@/lib/context/sign-methods/method-names";
import { isConfigured } from "@/lib/context/sign-methods/registry";
import { getOwnFile } from "@/lib/documents/access";
import { isEnvelope } from "@/lib/documents/envelopes/pdfs";
import { takenBy } from "@/lib/documents/fields/budget";
import type { FormValuesWire } from "@/lib/documents/schema";
import { toBlobs } from "@/lib/documents/storage/segments";
import { ingestUpload, splitForm, type IngestedFile } from "@/lib/documents/upload/ingest-upload";
import { insertDraft } from "@/lib/documents/upload/upload";
import { withWholeVersion } from "@/lib/documents/whole-version";
import { detailsOf } from "@/lib/platform/field-rules/details";
import { toUuid } from "@/lib/platform/ids";
import { toLanguage } from "@/lib/platform/locale/languages";
import { planFor } from "./change-signers";
import { insertPlannedFields, planFields, type PlannedField } from "./create";
import { insertEnvelope } from "./create-envelope";
import { assertPagesTogether, discardTaken, type TakenFile } from "./envelopes/take-files";
import { applySignerPlan } from "./signers/plan-signers";
import type { WantedSigner } from "./signers/read-signers";
import { atPdf, readFileState, type FileState } from "./state/file-state";
import { copyOfFile } from "./templates/take-document";

/**
 * `POST /file/{uuid}/duplicate`: a new draft of the document, or of every file of an envelope, as it was uploaded, with
 * the same signers and fields; nobody is notified. A method that is no longer allowed becomes the default, and erased
 * signers are left out with their fields. Throws `not_found`, `in_envelope`, `forbidden` to a signer,
 * `integrity_error`, and what `ingestUpload` throws, naming the file of an envelope.
 */
export async function duplicateRequest(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; name?: string | undefined },
): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  const state = await readFileState(ctx, await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) }));
  const settings = await readSettings(ctx);
  const signers = state.signers.filter((signer) => signer.erasedAt === null);
  const plan = await planFor(
    ctx,
    [],
    signers.map((signer) => asWanted(ctx, signer, settings)),
    settings,
  );
  const { name, reminders, allowDelegation, signatureOptions } = state.file;
  const facts = { name: input.name ?? name, expiresAt: null, reminders, allowDelegation, signatureOptions };
  const copies: Copy[] = [];
  const planned: PlannedField[][] = [];
  try {
    for (const [index, pdf] of state.pdfs.entries()) {
      copies.push(await copyPdf(ctx, acting, state, index));
      const users = signers.map(({ id }) => ({ visibleElements: fieldsOf(state, pdf.file, id) }));
      const elsewhere = takenBy(planned.flat());
      planned.push(
        await planFields(ctx, copies[index] ?? pdf.file, users, plan, undefined, { isCopy: true, elsewhere }),
      );
    }
    assertPagesTogether(ctx, copies);
    return await ctx.tx(async (tx) => {
      await assertValidCredentialAtEnd(tx, acting);
      const { file, pdfs } = await insertCopies(tx, acting, state, copies, facts);
      await applySignerPlan(tx, acting, file, plan);
      for (const [index, pdf] of pdfs.entries()) await insertPlannedFields(tx, acting, pdf.id, planned[index] ?? []);
      await markDone(tx, { fileId: file.id });
      return { fileId: file.id };
    });
  } catch (error) {
    await discardTaken(ctx, copies);
    throw error;
  }
}

type Copy = Extract<TakenFile, { kind: "ingested" }>;

async function copyPdf(ctx: Ctx, actor: AccountActor, { file, pdfs }: FileState, index: number): Promise<Copy> {
  const { file: pdf, base } = pdfs[index] ?? {};
  if (!pdf || !base) throw new Error("the request has no such file");
  const work = () => ingestAgain(ctx, actor, pdf, splitForm(base)?.values);
  const ingested = isEnvelope(file) ? await atPdf(pdf, index, work) : await work();
  const { uuid, pages, alreadySigned } = ingested;
  return { kind: "ingested", ingested, fetchedFrom: null, name: pdf.name, uuid, pages, alreadySigned };
}

function fieldsOf({ fields }: FileState, pdf: File, signerId: number): ReturnType<typeof asPlaced>[] {
  return fields.filter(({ signRequestId, fileId }) => signRequestId === signerId && fileId === pdf.id).map(asPlaced);
}

async function insertCopies(
  ctx: Ctx,
  actor: AccountActor,
  state: FileState,
  copies: readonly Copy[],
  facts: Parameters<typeof insertEnvelope>[3],
): Promise<{ file: File; pdfs: File[] }> {
  if (isEnvelope(state.file)) {
    const { envelope, pdfs } = await insertEnvelope(ctx, actor, copies, facts);
    return { file: envelope, pdfs };
  }
  const [copy] = copies;
  if (!copy) throw new Error("there is no copy");
  const file = await insertDraft(ctx, actor, copy.ingested, facts);
  return { file, pdfs: [file] };
}

/**
 * The copy is ingested like any upload, so that today's rules apply to it. A converted document is copied, because
 * converting it again may look different.
 */
async function ingestAgain(
  ctx: Ctx,
  actor: AccountActor,
  file: File,
  formValues: FormValuesWire | undefined,
): Promise<IngestedFile> {
  if (file.source) return (await copyOfFile(ctx, actor, file)).ingested;
  return withWholeVersion(ctx, actor, file, "original", async ({ segments }) =>
    ingestUpload(ctx, actor.account, await ctx.blobs.openAll(toBlobs(file, segments)), ctx.limits.pdfStreamedBytes, {
      formValues,
    }),
  );
}

function asWanted(
  ctx: Pick<Ctx, "gateways">,
  {
    email,
    displayName,
    description,
    subject,
    signingOrder,
    phone,
    signMethod,
    identifyMethods,
    notify,
    language,
    timeZone,
    role,
    copyAt,
    attachmentRequests,
  }: SignRequest,
  settings: Settings,
): WantedSigner {
  const isAllowed = settings.allowedSignMethods.includes(signMethod);
  const identifyMethod = signerIdentifyMethodNames.find((name) => name === identifyMethods[0]);
  return {
    signRequestId: null,
    email,
    displayName,
    description,
    subject,
    signingOrder,
    phone,
    signMethod: isAllowed ? signMethod : settings.signMethod,
    identifyMethod: isAllowed && identifyMethod && isConfigured(ctx, identifyMethod) ? identifyMethod : undefined,
    notify: role === "cc" || notify,
    language: toLanguage(language),
    timeZone,
    role,
    copyAt: role === "cc" ? copyAt : undefined,
    attachmentRequests,
  };
}

function asPlaced({
  type,
  page,
  topPt,
  leftPt,
  widthPt,
  heightPt,
  required,
  label,
  value,
  readOnly,
  fontSizePt,
  alignment,
  dateFormat,
  colour,
  font,
  ...rest
}: Field) {
  return {
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
    ...detailsOf(rest),
  };
}
