import type { Place } from "./main-nav";
import type { ShellActor } from "./shell-actor";

/** Where this person may go: only administrators read kept messages, and only where messages are kept. */
export function placesOf(actor: ShellActor | null, mailIsKept: boolean): Place[] {
  const mayOpenInbox = mailIsKept && actor?.role === "admin";
  return [...(actor ? (["documents"] as const) : []), "verify", ...(mayOpenInbox ? (["inbox"] as const) : [])];
}
