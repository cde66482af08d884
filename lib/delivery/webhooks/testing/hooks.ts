import { asc, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import type { Db } from "@/db/client";
import { webhookDeliveries } from "@/db/schema/webhooks";
import type { Ctx } from "@/lib/context/context";
import { addEndpoint } from "@/lib/delivery/webhooks/endpoints";
import { guardedOutbound } from "@/lib/platform/outbound/guarded-outbound";
import { updateRequest } from "@/lib/requests/update";
import { withdrawFile } from "@/lib/requests/withdraw";
import { makeRequest, type MadeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import type { NewEndpoint } from "../../schema";
import { deliverDue } from "../worker";
import { useReceivers, type Received, type Receiver } from "./receiver";

/** Verifies with the reference package, like a receiver. */
export const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
export const typeOf = ({ body }: Received): string => (JSON.parse(body.toString()) as { type: string }).type;
export const idOf = ({ headers }: Received): unknown => headers["webhook-id"];

export interface DraftWithHook {
  ctx: Ctx;
  receiver: Receiver;
  made: MadeRequest;
  id: number;
  secret: string;
}

/** Receivers, contexts that may call them, and a draft whose owner has a subscription. */
export function useHooks(db: () => Db): {
  makeReceiver: () => Promise<Receiver>;
  contextFor: (...receivers: Receiver[]) => Ctx;
  draftWithHook: () => Promise<DraftWithHook>;
} {
  const makeContext = useTestContext();
  const makeReceiver = useReceivers();
  const contextFor = (...receivers: Receiver[]): Ctx =>
    makeContext(db(), {
      outbound: guardedOutbound({
        allow: receivers.map(({ allow }) => allow),
        times: { connect: 1000, total: 2000, answer: 500 },
      }),
    });
  return {
    makeReceiver,
    contextFor,
    async draftWithHook() {
      const receiver = await makeReceiver();
      const ctx = contextFor(receiver);
      const made = await makeRequest(ctx);
      return { ctx, receiver, made, ...(await subscribed(ctx, receiver, made)) };
    },
  };
}

export async function subscribed(
  ctx: Ctx,
  receiver: Receiver,
  { actor }: Pick<MadeRequest, "actor">,
  input: Partial<NewEndpoint> = {},
): Promise<{ id: number; secret: string }> {
  const { endpoint, secret } = await addEndpoint(ctx, actor, { url: receiver.url(), ...input });
  return { id: endpoint.id, secret };
}

/** Runs everything that is due, including retries if the schedule has no delay. */
export async function deliverAll(ctx: Ctx, schedule: readonly number[] = []): Promise<void> {
  while ((await deliverDue(ctx, { schedule })) > 0);
}

export async function withdrawnAfterRelease(ctx: Ctx, made: MadeRequest): Promise<void> {
  await updateRequest(ctx, made.actor, { uuid: made.file.uuid, status: 1 });
  await withdrawFile(ctx, made.actor, { fileId: made.file.id });
}

/** Releases the file and leaves one delivery of its release. */
export async function oneDelivery(
  ctx: Ctx,
  made: MadeRequest,
): Promise<{ delivery: typeof webhookDeliveries.$inferSelect }> {
  await updateRequest(ctx, made.actor, { uuid: made.file.uuid, status: 1 });
  const [delivery] = await ctx.db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.id)).limit(1);
  if (!delivery) throw new Error("nothing was queued");
  await ctx.db.delete(webhookDeliveries).where(sql`${webhookDeliveries.id} <> ${delivery.id}`);
  return { delivery };
}

export async function makeDue(ctx: Ctx): Promise<void> {
  await ctx.db.update(webhookDeliveries).set({ nextAttemptAt: sql`now() - interval '1 second'` });
}
