import type { z } from "zod";
import type { ActRow } from "./list-acts";
import type { actListAnswer, AdministrationActType } from "./schema";

export function toActListWire({
  rows,
  next,
}: {
  rows: readonly ActRow[];
  next: number | null;
}): z.infer<typeof actListAnswer> {
  return {
    data: rows.map(({ act, displayName }) => ({
      id: act.id,
      at: act.at.toISOString(),
      type: act.type as AdministrationActType,
      by: { id: act.accountId, displayName },
      about: act.data,
    })),
    pagination: { nextCursor: next === null ? null : String(next) },
  };
}
