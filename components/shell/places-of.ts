import type { Place } from "./main-nav";
import type { ShellActor } from "./shell-actor";

/**
 * Where this person may go: tokens and webhooks are for those who may ask others to sign; only administrators read kept messages,
 * and only where messages are kept.
 */
export function placesOf(actor: ShellActor | null, mailIsKept: boolean): Place[] {
  const mayOpenInbox = mailIsKept && actor?.role === "admin";
  return [
    ...(actor ? (["documents"] as const) : []),
    "verify",
    ...(mayDevelop(actor) ? (["developers"] as const) : []),
    ...(mayOpenInbox ? (["inbox"] as const) : []),
  ];
}

/** True for those who may ask others to sign. */
export function mayDevelop(actor: Pick<ShellActor, "role"> | null): boolean {
  return actor !== null && actor.role !== "signer";
}
