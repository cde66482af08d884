import { createHash } from "node:crypto";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { readActAgain, type ActTarget, type SigningAct } from "@/lib/sign-methods/find-act";
import { assertMaySign } from "@/lib/sign-methods/may-sign";
import { readConsent } from "@/lib/sign-requests/consent";
import { authoriseSigning } from "./authorise";
import { buildSignature, dropRevision } from "./build";
import { commitSignature, type CommittedSignature, type SignersWill } from "./commit";
import { finishSoon } from "./finish-soon";
import { planContents, type PlannedContents } from "./plan-contents";
import { prove, signerFor, type SigningProof } from "./prove";
import type { SignInput } from "./schema";

/** More signers than this at the very same instant, each faster than us, is not chance. */
const maxAttempts = 20;

/**
 * A signer signs (docs/spec/signing.md#data-flow-of-one-signature): authorise, prove, build the revision outside any transaction, commit by compare-and-set. Who loses
 * the race to another signer builds again on the new revision. Throws what `readConsent`, `authoriseSigning`, `prove`, `planContents` and `buildSignature` throw,
 * and `race_lost`; the code stays usable then.
 */
export async function sign(
  ctx: Ctx,
  actor: Actor,
  input: SignInput & { target: ActTarget },
): Promise<CommittedSignature> {
  const consent = readConsent(input.consent);
  const found = await authoriseSigning(ctx, actor, input.target);
  const proof = await prove(ctx, found, input);
  let act = found;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const committed = await signOnce(ctx, act, { proof, consent }, input);
    if (committed) {
      ctx.wakeOutbox();
      return finishSoon(ctx, committed);
    }
    act = await readForAnotherAttempt(ctx, act, proof);
  }
  throw new DomainError("race_lost", { detail: "Others are signing this document at the same moment; try again." });
}

/** One attempt on the file as it stands; null when somebody else's revision came first. */
async function signOnce(
  ctx: Ctx,
  act: SigningAct,
  will: Omit<SignersWill, "imageSha256">,
  input: SignInput,
): Promise<CommittedSignature | null> {
  const { proof } = will;
  const signedAt = await ctx.now();
  const contents = await planContents(ctx, act, input, signedAt);
  const signer = await signerFor(ctx, act, proof);
  const built = await buildSignature(ctx, act, contents, signer, signedAt).catch(unlessMovedOn);
  if (!built) return null;
  try {
    const committed = await commitSignature(
      ctx,
      act,
      built,
      signer,
      { ...will, imageSha256: imageHash(contents) },
      signedAt,
    );
    if (!committed) await dropRevision(ctx, built);
    return committed;
  } catch (error) {
    // A refusal of ours rolled the commit back for certain. After any other error it may stand, and the sweep decides.
    if (error instanceof DomainError) await dropRevision(ctx, built);
    throw error;
  }
}

/** The next attempt reads what became of the file. */
function unlessMovedOn(error: unknown): null {
  if (error instanceof DomainError && (error.code === "race_lost" || error.code === "not_found")) return null;
  throw error;
}

/** SHA-256 of the picture that the signature's own box shows. */
function imageHash({ content, images }: PlannedContents): string | null {
  const png = content?.kind === "image" && content.image !== null ? images[content.image] : undefined;
  return png ? createHash("sha256").update(png).digest("hex") : null;
}

async function readForAnotherAttempt(ctx: Ctx, act: SigningAct, proof: SigningProof): Promise<SigningAct> {
  const current = await readActAgain(ctx, act, false);
  assertMaySign(current, await ctx.now());
  // A code is bound to the preparation it was sent for.
  if (proof.kind === "code" && current.file.preparation !== act.file.preparation)
    throw new DomainError("code_expired", { detail: "The document was changed. Ask for a new code." });
  return current;
}
