import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { File } from "@/db/schema/files";
import { webhookDeliveries, webhookEndpoints, type WebhookEndpoint } from "@/db/schema/webhooks";
import { events } from "@/db/views";
import type { Ctx } from "@/lib/context/context";

export interface Callback {
  /** Already checked by `ctx.outbound`. */
  url: string;
  format: WebhookEndpoint["format"];
}

/**
 * Creates the endpoint of one file in the caller's transaction, and queues the file's existing events for it, so that
 * it misses none. A form callback gets the signed document, once. Returns the secret, which is shown only this once.
 */
export async function addCallback(
  ctx: Ctx,
  file: Pick<File, "id" | "requesterId">,
  { url, format }: Callback,
): Promise<string> {
  const secret = makeEndpointSecret(ctx);
  // From an earlier release of this draft.
  await ctx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.fileId, file.id));
  const [endpoint] = await ctx.db
    .insert(webhookEndpoints)
    .values({
      accountId: file.requesterId,
      fileId: file.id,
      url,
      format,
      events: format === "multipart" ? ["file.signed"] : null,
      sealedSecret: secret.sealed,
    })
    .returning({ id: webhookEndpoints.id });
  if (!endpoint) throw new Error("the callback was not stored");
  if (format === "json") {
    await ctx.db.execute(sql`insert into ${webhookDeliveries} (endpoint_id, event_id, public_id)
      select ${endpoint.id}::int, id, public_id from ${events} where file_id = ${file.id} order by sequence`);
    ctx.noteDelivery?.();
  }
  return secret.text;
}

/** Bytes. Standard Webhooks requires 24 to 64. */
const secretLength = 32;

/** An endpoint's key: `text` is shown once (`whsec_` and base64, Standard Webhooks 1.0), `sealed` is stored. */
export function makeEndpointSecret(ctx: Ctx): { text: string; sealed: Buffer } {
  const key = randomBytes(secretLength);
  return { text: `whsec_${key.toString("base64")}`, sealed: ctx.secrets.seal("webhook", key) };
}

export function openEndpointSecret(ctx: Ctx, sealed: Buffer): Buffer {
  return ctx.secrets.open("webhook", sealed);
}
