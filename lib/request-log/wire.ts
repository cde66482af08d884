import type { z } from "zod";
import type { LoggedRequestRow } from "./list";
import type { requestLogAnswer } from "./schema";

export function toRequestLogWire({
  rows,
  next,
}: {
  rows: readonly LoggedRequestRow[];
  next: number | null;
}): z.infer<typeof requestLogAnswer> {
  return {
    data: rows.map(({ call, tokenName }) => ({
      id: call.id,
      at: call.at.toISOString(),
      method: call.method,
      path: call.path,
      status: call.status,
      code: call.code,
      durationMs: call.durationMs,
      requestId: call.requestId,
      token: call.tokenId === null ? null : { id: call.tokenId, name: tokenName ?? "" },
    })),
    pagination: { nextCursor: next === null ? null : String(next) },
  };
}
