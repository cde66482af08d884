import type { SignerWire } from "@/lib/views/schema";

type Person = Pick<SignerWire, "role" | "status">;

const done: readonly SignerWire["status"][] = ["signed", "approved", "viewed"];

/** Whether the document waits for people of this role. A CC only gets copies. */
export function acts({ role }: Pick<Person, "role">): boolean {
  return role !== "cc";
}

/** Whether this person has signed, approved or read the document. */
export function hasActed({ status }: Pick<Person, "status">): boolean {
  return done.includes(status);
}

/** Whether the document waits for this person now or later. */
export function isAwaited(person: Person): boolean {
  return acts(person) && (person.status === "pending" || person.status === "waiting");
}
