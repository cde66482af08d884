import { setTimeout as sleep } from "node:timers/promises";
import type { Actor, Ctx } from "@/lib/context";
import { listKeptMessages } from "@/lib/kept-messages/list";

const patienceMilliseconds = 30_000;
const pauseMilliseconds = 100;

/** Id of the newest message that was kept for an address; 0 for none. */
export async function newestMessageId(ctx: Ctx, admin: Actor, to: string): Promise<number> {
  return (await listKeptMessages(ctx, admin, { to }))[0]?.id ?? 0;
}

/** The six digits of the next message to an address, as its receiver reads them. Throws Error when none comes within 30 s. */
export async function codeFor(ctx: Ctx, admin: Actor, to: string, after: number): Promise<string> {
  for (let waited = 0; waited < patienceMilliseconds; waited += pauseMilliseconds) {
    const [newest] = await listKeptMessages(ctx, admin, { to });
    const code = newest && newest.id > after ? /\b\d{6}\b/.exec(newest.text)?.[0] : undefined;
    if (code) return code;
    await sleep(pauseMilliseconds);
  }
  throw new Error(`no code came for ${to}`);
}
