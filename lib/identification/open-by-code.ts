import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import type { CodedAct } from "@/lib/sign-methods/code-history";
import { compareCode, type RightCode } from "@/lib/sign-methods/compare-code";
import { consumeCode } from "@/lib/sign-methods/consume-code";
import { methodKinds } from "@/lib/sign-methods/registry";
import { revealLink } from "@/lib/sign-requests/link";
import { readEnteredCode, startGuest } from "./confirm-identification";
import { guestMethodOf } from "./guest-method";
import type { GuestCredential } from "./guest-session";
import { findOpening, type OpeningTarget } from "./opening";
import { countOpeningTry } from "./opening-limits";

export interface Opened {
  /** The signer's own link. */
  url: string;
  /** What makes its bearer the guest, where the request lets its signer sign by the mailbox alone. */
  guest: GuestCredential | null;
}

/**
 * Leads the signer on to their own link: the code shows that the mailbox is theirs. Everything but the right code is `code_wrong`, at a place
 * that leads nowhere too. Throws `validation_failed` for what cannot be a code, `code_locked`.
 */
export async function openByCode(ctx: Ctx, actor: Actor, input: OpeningTarget & { code: string }): Promise<Opened> {
  const code = readEnteredCode(input.code);
  await countOpeningTry(ctx, input);
  const act = await findOpening(ctx, input);
  if (!act) throw wrong();
  try {
    return await compareCode(ctx, actor, act, code, (tx, current, right) => open(tx, actor, current, right));
  } catch (error) {
    throw error instanceof DomainError && refusals.has(error.code) ? wrong() : error;
  }
}

/** What would tell a stranger that there is a code, or was. */
const refusals = new Set<DomainError["code"]>([
  "code_wrong",
  "code_expired",
  "code_locked",
  "link_withdrawn",
  "not_found",
]);

function wrong(): DomainError {
  return new DomainError("code_wrong", { detail: "The code is wrong, or not good any more." });
}

async function open(ctx: Ctx, actor: Actor, act: CodedAct, right: RightCode): Promise<Opened> {
  const { signRequest, file } = act;
  const url = `${ctx.publicUrl}/sign/${revealLink(ctx, signRequest.linkSealed)}`;
  const opened = { url, guest: letsIn(act) ? await startGuest(ctx, actor, { ...act, method: "email" }, right) : null };
  if (!opened.guest) {
    if (!(await consumeCode(ctx, right.challengeId))) throw wrong();
    await appendAuditEvent(ctx, actor, file.id, {
      type: "identify.code.accepted",
      auth: { method: "email", challengeId: right.challengeId },
      data: { signRequestId: signRequest.id, challengeId: right.challengeId },
    });
  }
  await markDone(ctx, { signRequestId: signRequest.id }, JSON.stringify(opened));
  return opened;
}

function letsIn({ signRequest }: CodedAct): boolean {
  return guestMethodOf(signRequest) === "email" && methodKinds[signRequest.signMethod].kind === "code";
}

/** What was answered, from what was noted of it. */
export function readOpened(noted: string): Opened {
  const { url, guest } = JSON.parse(noted) as {
    url: string;
    guest: { token: string; expiresAt: string; signRequestId: number } | null;
  };
  return { url, guest: guest && { ...guest, expiresAt: new Date(guest.expiresAt) } };
}
