import type { OutboxKind } from "@/lib/records/outbox/kinds";

/** `scheduled`: its time has not come, as the end of a request. `waiting`: it is due, or failed and is tried again. `dead`: it was given up. */
export const jobStates = ["scheduled", "waiting", "running", "dead"] as const;
export const listedJobStates = ["waiting", "dead", "scheduled"] as const;

/** A record, so that a new kind of work which is not listed here does not compile. */
const shown: Record<OutboxKind, true> = {
  notification: true,
  code: true,
  accountMail: true,
  phoneNotice: true,
  opening: true,
  reset: true,
  webhookMail: true,
  finish: true,
  augment: true,
  evidence: true,
  compareReaders: true,
  expire: true,
};
export const jobKinds = Object.keys(shown) as OutboxKind[];

export type JobKind = OutboxKind;
export type ListedJobState = (typeof listedJobStates)[number];
