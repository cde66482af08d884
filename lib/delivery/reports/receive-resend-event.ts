import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { referenceTag } from "@/lib/channels/resend";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import type { MailNews } from "@/lib/records/mails/note-mail";
import { noteReport } from "./note-report";

/** The members of Resend's events that are read (resend.com/docs/webhooks). Tags are an object in events, and a list in some versions. */
const resendEvent = z.object({
  type: z.string(),
  data: z
    .object({
      email_id: z.string().max(255).optional(),
      tags: z
        .union([z.record(z.string(), z.string()), z.array(z.object({ name: z.string(), value: z.string() }))])
        .optional()
        .catch(undefined),
      bounce: z
        .object({ message: z.string().optional(), type: z.string().optional(), subType: z.string().optional() })
        .optional()
        .catch(undefined),
      failed: z.object({ reason: z.string().optional() }).optional().catch(undefined),
    })
    .optional(),
});
type ResendEvent = z.infer<typeof resendEvent>;

const states: Partial<Record<string, MailNews["state"]>> = {
  "email.sent": "accepted",
  "email.delivered": "delivered",
  "email.bounced": "bounced",
  "email.failed": "bounced",
  "email.suppressed": "bounced",
  "email.complained": "complained",
};

/**
 * Receives one signed event of Resend about an e-mail. Other events and events about e-mails of others on the same Resend account are
 * ignored. Throws `not_found` where no secret is configured, `unauthenticated` for a wrong signature, `validation_failed`.
 */
export async function receiveResendEvent(ctx: Ctx, _actor: Actor, callback: SignedCallback): Promise<void> {
  const { resendSecrets } = ctx.mailReports;
  if (resendSecrets.length === 0) throw new DomainError("not_found");
  if (!isSignedBySvix(callback, resendSecrets, await ctx.now()))
    throw new DomainError("unauthenticated", { detail: "The signature does not match." });
  const { type, data } = readEvent(callback.bytes);
  const state = states[type];
  if (state === undefined || data === undefined) return;
  const reported = { reference: referenceIn(data), providerId: data.email_id ?? null };
  if (await noteReport(ctx, reported, { state, reason: reasonIn(data) })) ctx.wakeOutbox();
}

function readEvent(bytes: Buffer): ResendEvent {
  try {
    return resendEvent.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw invalid("", "type", "The body is not an event of Resend");
  }
}

type EventData = NonNullable<ResendEvent["data"]>;

function referenceIn({ tags }: EventData): string | null {
  if (tags === undefined) return null;
  const value = Array.isArray(tags) ? tags.find(({ name }) => name === referenceTag)?.value : tags[referenceTag];
  return value ?? null;
}

function reasonIn({ bounce, failed }: EventData): string | null {
  return bounce?.message ?? bounce?.subType ?? failed?.reason ?? null;
}

/** How far the sender's clock may differ from ours. */
const toleranceSeconds = 300;

export interface SignedCallback {
  bytes: Buffer;
  header: (name: string) => string | null;
}

/**
 * Checks a callback signed as Svix does (docs.svix.com, "Verifying webhooks manually"): HMAC-SHA256 over `id.timestamp.body`, one of the
 * space-separated `v1,…` of `svix-signature`. Each secret is `whsec_` and base64.
 */
function isSignedBySvix({ bytes, header }: SignedCallback, secrets: readonly string[], now: Date): boolean {
  const [id, timestamp, given] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) => header(name));
  if (!id || !timestamp || !given || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const signatures = given
    .split(" ")
    .filter((part) => part.startsWith("v1,"))
    .map((part) => Buffer.from(part.slice(3), "base64"));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(bytes).digest();
    return signatures.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  });
}
