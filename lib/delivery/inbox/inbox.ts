import { desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { inboxMessages, type InboxMessage } from "@/db/schema/work";
import { assertAdmin, refuseToken } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { mostListed, type inboxAnswer } from "@/lib/delivery/schema";
import { DomainError } from "@/lib/platform/errors";
import { largestId } from "@/lib/platform/ids";

/** One message of the inbox, decrypted. Throws `forbidden`, `not_found`. */
export async function getInboxMessage(ctx: Ctx, actor: Actor, input: { id: number }): Promise<ListedMessage> {
  assertAdmin(actor);
  const isId = Number.isInteger(input.id) && input.id > 0 && input.id <= largestId;
  const [row] = isId ? await ctx.db.select().from(inboxMessages).where(eq(inboxMessages.id, input.id)) : [];
  if (!row) throw new DomainError("not_found");
  const { id, channel, to, subject, at, sealedBody } = row;
  return { id, channel, to, subject, at, ...openBody(ctx, sealedBody) };
}

interface NewInboxMessage extends MessageBody {
  channel: string;
  to: string;
  subject: string | null;
  /** A repeated key is stored only once. */
  idempotencyKey: string;
}

/** Stores a message if no provider is configured. Administrators read it at `/admin/inbox`. */
export async function storeMessage(ctx: Ctx, message: NewInboxMessage): Promise<void> {
  const { channel, to, subject, idempotencyKey, text, html } = message;
  await ctx.db
    .insert(inboxMessages)
    .values({ channel, to: to.toLowerCase(), subject, idempotencyKey, sealedBody: sealBody(ctx, { text, html }) })
    .onConflictDoNothing({ target: inboxMessages.idempotencyKey });
}

type ListedMessage = Pick<InboxMessage, "id" | "channel" | "to" | "subject" | "at"> & MessageBody;

/**
 * The newest messages of the inbox, decrypted. `to` filters by address, `length` is the maximum number. A message with
 * its image takes about 30 KB, so waiting for a code by reading all of them is slow. They contain codes and links that
 * give access, so no token may read them, regardless of its scopes. Throws `forbidden`, `reauth_required` (a token).
 */
export async function listInboxMessages(
  ctx: Ctx,
  actor: Actor,
  query: { to?: string | undefined; length?: number | undefined },
): Promise<ListedMessage[]> {
  refuseToken(assertAdmin(actor));
  const rows = await ctx.db
    .select()
    .from(inboxMessages)
    .where(query.to === undefined ? undefined : eq(inboxMessages.to, query.to.toLowerCase()))
    .orderBy(desc(inboxMessages.id))
    .limit(query.length ?? mostListed);
  return rows.map(({ id, channel, to, subject, at, sealedBody }) => ({
    id,
    channel,
    to,
    subject,
    at,
    ...openBody(ctx, sealedBody),
  }));
}

/** Newest first. */
export function toInboxWire(messages: readonly ListedMessage[]): z.infer<typeof inboxAnswer> {
  return {
    data: messages.map(({ id, channel, to, subject, text, html, at }) => ({
      id,
      channel,
      to,
      subject,
      text,
      html,
      at: at.toISOString(),
    })),
  };
}

/** The content of a message. It contains links and codes, so it is encrypted at rest. */
interface MessageBody {
  text: string;
  html: string | null;
}

function sealBody(ctx: Ctx, body: MessageBody): Buffer {
  return ctx.secrets.seal("inbox-message", JSON.stringify(body));
}

export function openBody(ctx: Ctx, sealed: Buffer): MessageBody {
  return JSON.parse(ctx.secrets.open("inbox-message", sealed).toString()) as MessageBody;
}
