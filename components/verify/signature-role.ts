import type { SignatureRecord } from "./verification";

export type SignatureRole = "person" | "certified" | "sealed";

const own = /^paraph-[0-9a-f-]{36}-(certify|seal)$/;

/** Whether a person signed, or this service certified the document before the first of them or sealed it after the last. */
export function roleOf({ field, chain }: Pick<SignatureRecord, "field" | "chain">): SignatureRole {
  const match = chain === "ours" ? own.exec(field) : null;
  if (!match) return "person";
  return match[1] === "seal" ? "sealed" : "certified";
}
