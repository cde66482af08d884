import type { Element, SignRequest } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertStillActing } from "@/lib/accounts/still-acting";
import { getOwnFile } from "@/lib/documents/access";
import { insertElement } from "@/lib/documents/fields/add";
import { discardIngested, ingestUpload, type IngestedFile } from "@/lib/documents/ingest-upload";
import { toBlobs } from "@/lib/documents/segments";
import { insertDraft } from "@/lib/documents/upload";
import { withWholeVersion } from "@/lib/documents/whole-version";
import type { AccountActor, Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toUuid } from "@/lib/platform/ids";
import { toLanguage } from "@/lib/platform/locale/languages";
import { readSettings, type Settings } from "@/lib/platform/settings/read";
import { signerIdentifyMethodNames } from "@/lib/platform/sign-methods/method-names";
import { isConfigured } from "@/lib/platform/sign-methods/registry";
import { planFor } from "./change-signers";
import { readFileState, type FileState } from "./file-state";
import { applySignerPlan } from "./plan-signers";
import type { WantedSigner } from "./read-signers";

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
  const settings = await readSettings(ctx);
  const signers = state.signers.filter((signer) => signer.erasedAt === null);
  const plan = await planFor(
    ctx,
    [],
    signers.map((signer) => asWanted(ctx, signer, settings)),
    settings,
  );
  const ids = new Map(signers.map((signer, index) => [signer.id, plan.added[index]?.id]));
  const ingested = await ingestAgain(ctx, acting, state);
  try {
    return await ctx.tx(async (tx) => {
      await assertStillActing(tx, acting);
      const file = await insertDraft(tx, acting, ingested, { name: input.name ?? state.file.name, expiresAt: null });
      await applySignerPlan(tx, acting, file, plan);
      for (const element of state.elements) {
        const signRequestId = ids.get(element.signRequestId);
        if (signRequestId !== undefined) await insertElement(tx, acting, file, asPlaced(element, signRequestId));
      }
      await markDone(tx, { fileId: file.id });
      return { fileId: file.id };
    });
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}

/** The copy is ingested like any upload, so that today's rules apply to it. */
function ingestAgain(ctx: Ctx, actor: AccountActor, { file }: FileState): Promise<IngestedFile> {
  return withWholeVersion(ctx, actor, file, "original", async ({ segments }) =>
    ingestUpload(ctx, actor.account, await ctx.blobs.openAll(toBlobs(file, segments)), ctx.limits.pdfStreamedBytes),
  );
}

function asWanted(
  ctx: Pick<Ctx, "gateways">,
  { email, displayName, description, signingOrder, phone, signMethod, identifyMethods, notify, language }: SignRequest,
  settings: Settings,
): WantedSigner {
  const isAllowed = settings.allowedSignMethods.includes(signMethod);
  const identifyMethod = signerIdentifyMethodNames.find((name) => name === identifyMethods[0]);
  return {
    signRequestId: null,
    email,
    displayName,
    description,
    signingOrder,
    phone,
    signMethod: isAllowed ? signMethod : settings.signMethod,
    identifyMethod: isAllowed && identifyMethod && isConfigured(ctx, identifyMethod) ? identifyMethod : undefined,
    notify,
    language: toLanguage(language),
  };
}

function asPlaced(
  { type, page, topPt, leftPt, widthPt, heightPt, required, label, value, fontSizePt, alignment, dateFormat }: Element,
  signRequestId: number,
) {
  return {
    type,
    signRequestId,
    coordinates: { page, top: topPt, left: leftPt, width: widthPt, height: heightPt },
    required,
    label,
    value,
    fontSize: fontSizePt,
    alignment,
    dateFormat,
  };
}
