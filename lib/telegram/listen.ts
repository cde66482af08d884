import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "@/lib/context";
import type { TelegramGateway } from "@/lib/messaging/text-gateway";
import { hear } from "./hear";
import { leaveListenerTurn, takeListenerTurn } from "./listener-turn";

export interface TelegramListener {
  stop(): Promise<void>;
}

const pollSeconds = 25;
const othersTurnMilliseconds = 15_000;
const longestPauseMilliseconds = 60_000;

/** Hears what people write to the bot until stopped; of several processes one listens at a time. */
export function startTelegramListener(ctx: Ctx, gateway: TelegramGateway): TelegramListener {
  const name = randomUUID();
  const stopped = new AbortController();
  const loop = (async () => {
    let failures = 0;
    while (!stopped.signal.aborted) {
      try {
        const heard = await listenOnce(ctx, gateway, name, { waitSeconds: pollSeconds, signal: stopped.signal });
        failures = 0;
        if (heard === null) await pause(othersTurnMilliseconds, stopped.signal);
      } catch (error) {
        if (stopped.signal.aborted) break;
        failures += 1;
        if (failures === 1 || failures % 20 === 0)
          ctx.log.warn({ err: error, failures }, "telegram: the bot cannot be listened to");
        await pause(Math.min(1000 * 2 ** failures, longestPauseMilliseconds), stopped.signal);
      }
    }
    await leave(ctx, gateway, name);
  })();
  return {
    async stop() {
      stopped.abort();
      await loop;
    },
  };
}

/** One long poll. Answers how many updates it was told, or null while it is another process's turn. Throws `MessagingError`. */
export async function listenOnce(
  ctx: Ctx,
  gateway: TelegramGateway,
  listener: string,
  { waitSeconds, signal }: { waitSeconds: number; signal: AbortSignal },
): Promise<number | null> {
  const bot = await gateway.botName();
  const next = await takeListenerTurn(ctx, bot, listener);
  if (next === null) return null;
  const updates = await gateway.readUpdates(next, waitSeconds, signal);
  for (const update of updates) await hear(ctx, gateway, bot, update);
  return updates.length;
}

async function leave(ctx: Ctx, gateway: TelegramGateway, name: string): Promise<void> {
  try {
    await leaveListenerTurn(ctx, await gateway.botName(), name);
  } catch (error) {
    ctx.log.debug({ err: error }, "telegram: the turn to listen ends by itself");
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
