import { readFileSync } from "node:fs";
import type { File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { sign } from "@/lib/signing/sign";
import {
  newestCode,
  readFile,
  releasedScenario,
  storeStroke,
  type Scenario,
  type ScenarioSigner,
} from "@/lib/signing/testing/signing-scenario";
import { placeOf } from "@/lib/testing/blob-place";
import { ensureEvidence } from "../make-evidence";

export interface CompletedScenario extends Scenario {
  file: File;
}

const signPassword = "a quiet green harbour";

/** A document that everyone has signed, one after the other, and that is sealed. */
export async function completedScenario(
  ctx: Ctx,
  signers: readonly [ScenarioSigner, ...ScenarioSigner[]],
  pdf?: Buffer,
): Promise<CompletedScenario> {
  const scenario = await releasedScenario(ctx, signers, pdf);
  await signAll(ctx, scenario, signers);
  await finishFile(ctx, scenario.fileId);
  return { ...scenario, file: await readFile(ctx, scenario.fileId) };
}

/** Each person signs as planned, through the use cases that the interface calls. */
export async function signAll(ctx: Ctx, scenario: Scenario, signers: readonly ScenarioSigner[]): Promise<void> {
  for (const [index, signer] of scenario.signers.entries()) await signAs(ctx, scenario, signers[index], signer);
}

async function signAs(
  ctx: Ctx,
  { fileId }: Scenario,
  plan: ScenarioSigner | undefined,
  { actor, fieldIds }: Scenario["signers"][number],
): Promise<void> {
  if (fieldIds.length > 0) await storeStroke(ctx, actor);
  const target = { fileId };
  if (plan?.method === "password") {
    await setSigningPassword(ctx, actor, { signPassword });
    await sign(ctx, actor, { target, password: signPassword });
    return;
  }
  await requestCode(ctx, actor, target);
  await sign(ctx, actor, { target, code: await newestCode(ctx), consent: { version: "1", locale: "en" } });
}

/** The bytes of the file's evidence document. */
export async function evidenceBytes(ctx: Ctx, file: File): Promise<Buffer> {
  const { sha256 } = await ensureEvidence(ctx, file);
  return readFileSync(placeOf(ctx.blobs, blobKey(file.uuid, sha256)));
}
