import type { Field, SignRequest } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertStaysActing } from "@/lib/accounts/still-acting";
import { getOwnFile } from "@/lib/documents/access";
import { assertNotEnvelope } from "@/lib/documents/envelopes/parts";
import { discardIngested, ingestUpload, type IngestedFile } from "@/lib/documents/ingest-upload";
import { toBlobs } from "@/lib/documents/segments";
import { insertDraft } from "@/lib/documents/upload";
import { withWholeVersion } from "@/lib/documents/whole-version";
import type { AccountActor, Actor, Ctx } from "@/lib/platform/context";
import { detailsOf } from "@/lib/platform/field-rules/details";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toUuid } from "@/lib/platform/ids";
import { toLanguage } from "@/lib/platform/locale/languages";
import { readSettings, type Settings } from "@/lib/platform/settings/read";
import { signerIdentifyMethodNames } from "@/lib/platform/sign-methods/method-names";
import { isConfigured } from "@/lib/platform/sign-methods/registry";
import { insertPlannedFields, planFields } from "./create";
import { readFileState, type FileState } from "./file-state";
import { planFor } from "./signers/change-signers";
import { applySignerPlan } from "./signers/plan-signers";
import type { WantedSigner } from "./signers/read-signers";
import { copyOfFile } from "./templates/take-document";

/**
 * `POST /file/{uuid}/duplicate`: a new draft of the document as it was uploaded, with the same signers and fields; nobody is notified. A
 * method that is no longer allowed becomes the default, and erased signers are left out with their fields. Throws `not_found`,
 * `forbidden` to a signer, `integrity_error`, and what `ingestUpload` throws.
 */
export async function duplicateRequest(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; name?: string | undefined },
): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  const state = await readFileState(ctx, await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) }));
  assertNotEnvelope(state.file);
  const settings = await readSettings(ctx);
  const signers = state.signers.filter((signer) => signer.erasedAt === null);
  const plan = await planFor(
    ctx,
    [],
    signers.map((signer) => asWanted(ctx, signer, settings)),
    settings,
  );
  const users = signers.map(({ id }) => ({
    visibleElements: state.fields.filter(({ signRequestId }) => signRequestId === id).map(asPlaced),
  }));
  const ingested = await ingestAgain(ctx, acting, state);
  try {
    const planned = await planFields(ctx, ingested, users, plan, undefined, { isCopy: true });
    return await ctx.tx(async (tx) => {
      await assertStaysActing(tx, acting);
      const file = await insertDraft(tx, acting, ingested, {
        name: input.name ?? state.file.name,
        expiresAt: null,
        reminders: state.file.reminders,
        allowDelegation: state.file.allowDelegation,
        signatureOptions: state.file.signatureOptions,
      });
      await applySignerPlan(tx, acting, file, plan);
      await insertPlannedFields(tx, acting, file.id, planned);
      await markDone(tx, { fileId: file.id });
      return { fileId: file.id };
    });
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}

/** The copy is ingested like any upload, so that today's rules apply to it. A converted document is copied: another conversion may look different. */
async function ingestAgain(ctx: Ctx, actor: AccountActor, { file }: FileState): Promise<IngestedFile> {
  if (file.source) return (await copyOfFile(ctx, actor, file)).ingested;
  return withWholeVersion(ctx, actor, file, "original", async ({ segments }) =>
    ingestUpload(ctx, actor.account, await ctx.blobs.openAll(toBlobs(file, segments)), ctx.limits.pdfStreamedBytes),
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
    ...detailsOf(rest),
  };
}
