import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { countAttempt } from "@/lib/rates/attempts";
import { networkOf } from "@/lib/rates/network";
import type { OpeningTarget } from "./opening";

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

interface Limit {
  key: string;
  most: number;
  seconds: number;
}

/**
 * Counts one code asked for at this place, whether it leads anywhere or not: a stranger meets the same limits at a place that is missing. The
 * figures are those of codes to a signer in docs/spec/limits.md. Throws `rate_limited`.
 */
export async function countOpeningSend(ctx: Ctx, target: OpeningTarget): Promise<void> {
  const place = placeKey(ctx, target);
  const { codeSendIntervalSeconds, codeSendsPerHour, codeSendsPerDay, codeSendsPerNetworkPerHour } = ctx.limits;
  const limits: Limit[] = [
    { key: `opening-send:${place}`, most: 1, seconds: codeSendIntervalSeconds },
    { key: `opening-hour:${place}`, most: codeSendsPerHour, seconds: hourSeconds },
    { key: `opening-day:${place}`, most: codeSendsPerDay, seconds: daySeconds },
    {
      key: `opening-network:${networkOf(ctx.request?.address ?? "")}`,
      most: codeSendsPerNetworkPerHour,
      seconds: hourSeconds,
    },
  ];
  for (const limit of limits)
    await count(ctx, limit, "rate_limited", "A code was asked for here before. Wait a little.");
}

/** Counts one code entered at this place, as `countOpeningSend`. Throws `code_locked`. */
export async function countOpeningTry(ctx: Ctx, target: OpeningTarget): Promise<void> {
  const place = placeKey(ctx, target);
  const { codeWrongTries, codeLifetimeSeconds, codeWrongTriesPerDay } = ctx.limits;
  const limits: Limit[] = [
    { key: `opening-try:${place}`, most: codeWrongTries, seconds: codeLifetimeSeconds },
    { key: `opening-tries:${place}`, most: codeWrongTriesPerDay, seconds: daySeconds },
  ];
  for (const limit of limits) await count(ctx, limit, "code_locked", "Too many codes were tried here.");
}

async function count(
  ctx: Ctx,
  { key, most, seconds }: Limit,
  code: "rate_limited" | "code_locked",
  detail: string,
): Promise<void> {
  const counted = await countAttempt(ctx, key, seconds);
  if (counted.count > most) throw new DomainError(code, { detail, retryAfterSeconds: counted.secondsLeft });
}

function placeKey(ctx: Ctx, { uuid, signRequestId }: OpeningTarget): string {
  return ctx.secrets.hmac("code", `opening\n${uuid}\n${signRequestId}`);
}
