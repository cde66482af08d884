import type { Actor, Ctx } from "@/lib/context";
import { countAttempt } from "@/lib/rates/attempts";
import { appendAuditEvent } from "./append";

/** Downloads of the same bytes by one reader that a day's trail holds. More say nothing new, and a signer could fill the trail with them. */
const notedADay = 20;

/** The bytes that were given out. */
interface Download {
  doc: { sha256: string; size: number; revision?: number };
  version: string;
}

/** Notes that a document was downloaded. */
export async function appendDownload(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  { doc, version }: Download,
): Promise<void> {
  const { count } = await countAttempt(
    ctx,
    `downloads:${fileId}:${doc.sha256}:${version}:${readerOf(actor)}`,
    24 * 3600,
  );
  if (count > notedADay) return;
  await ctx.tx((tx) => appendAuditEvent(tx, actor, fileId, { type: "file.downloaded", doc, data: { version } }));
}

function readerOf(actor: Actor): string {
  if (actor.kind === "account") return `account-${actor.account.id}`;
  return actor.kind === "guest" ? `guest-${actor.signRequestId}` : actor.kind;
}
