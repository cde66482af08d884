import type { z } from "zod";
import type { administeredAccountListAnswer, endedSessionsAnswer } from "@/lib/administration/schema";
import type { Ctx } from "@/lib/context";
import type { AdministeredAccount } from "./list";
import { toAccountWire } from "./wire";

export function toAdministeredListWire(
  { limits }: Pick<Ctx, "limits">,
  { rows, next }: { rows: readonly AdministeredAccount[]; next: number | null },
): z.infer<typeof administeredAccountListAnswer> {
  return {
    data: rows.map(({ account, sessions, lastSeenAt }) => ({
      ...toAccountWire(account),
      madeBy: account.madeBy,
      locked: account.failedLoginsInRow >= limits.loginFailuresInRow,
      sessions,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    })),
    pagination: { nextCursor: next === null ? null : String(next) },
  };
}

export function toEndedSessionsWire(ended: number): z.infer<typeof endedSessionsAnswer> {
  return { message: ended === 1 ? "One session has ended" : `${String(ended)} sessions have ended`, ended };
}
