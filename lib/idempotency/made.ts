import type { IdempotencyKey, MadeIds } from "@/db/schema/idempotency";
import type { Ctx } from "@/lib/context";
import { DomainError, errorCodes, type ErrorDetails } from "@/lib/errors";
import { refusedMark } from "./mark-done";

/** What an act noted by `markDone` before its answer was lost; a secret that it noted stands under `secret`. */
export type Made = MadeIds;

/** What a done act noted. Throws the refusal that it was. */
export function readMade(ctx: Pick<Ctx, "secrets">, row: Pick<IdempotencyKey, "made" | "sealedSecret">): Made {
  const secret = row.sealedSecret ? ctx.secrets.open("idempotency", row.sealedSecret).toString() : null;
  const refused = errorCodes.find((code) => code === row.made?.[refusedMark]);
  if (refused) throw new DomainError(refused, JSON.parse(secret ?? "{}") as ErrorDetails);
  return { ...row.made, ...(secret === null ? {} : { secret }) };
}

/** An id that the act noted: `madeId(made, "fileId")`. */
export function madeId(made: Made, name: string): number {
  const id = made[name];
  if (typeof id !== "number") throw new Error(`the act noted no ${name}`);
  return id;
}

/** The file that the act made or changed. */
export function madeFile(made: Made): { fileId: number } {
  return { fileId: madeId(made, "fileId") };
}

/** Several ids that the act noted. */
export function madeIds(made: Made, name: string): readonly number[] {
  const ids = made[name];
  if (!Array.isArray(ids)) throw new Error(`the act noted no ${name}`);
  return ids as readonly number[];
}

/** A text that the act noted: `madeText(made, "secret")`. */
export function madeText(made: Made, name: string): string {
  const text = made[name];
  if (typeof text !== "string") throw new Error(`the act noted no ${name}`);
  return text;
}
