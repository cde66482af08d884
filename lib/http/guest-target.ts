import type { GuestTarget } from "@/lib/auth/resolve-actor";

/** What the path of an operation that takes guests is about: a sign link (`u`), or a file (`uuid`). */
export function guestTarget(params: unknown): GuestTarget | null {
  const { u, uuid } = (params ?? {}) as { u?: unknown; uuid?: unknown };
  if (typeof u === "string") return { link: u };
  return typeof uuid === "string" ? { fileUuid: uuid } : null;
}
