import type { File, SignRequest } from "@/db/schema/files";
import { appendDaily } from "@/lib/audit/append-once";
import type { Actor, Ctx } from "@/lib/context";

/** One signer's request and its file. */
interface NamedByLink {
  signRequest: Pick<SignRequest, "id">;
  file: Pick<File, "id">;
}

/**
 * Notes `link.opened`, once a signer in 24 hours: the only thing that a GET of a link changes. Mail scanners open links too,
 * so the event proves nothing about a person.
 */
export async function noteOpened(ctx: Ctx, actor: Actor, { signRequest, file }: NamedByLink): Promise<void> {
  await appendDaily(ctx, actor, file.id, { type: "link.opened", data: { signRequestId: signRequest.id } });
}

/** Notes that another account tried to act by a signer's link, once an account in 24 hours. */
export async function noteWrongAccount(ctx: Ctx, actor: Actor, { signRequest, file }: NamedByLink): Promise<void> {
  if (actor.kind !== "account") return;
  await appendDaily(ctx, actor, file.id, {
    type: "link.wrong_account",
    data: { signRequestId: signRequest.id, accountId: actor.account.id },
  });
}
