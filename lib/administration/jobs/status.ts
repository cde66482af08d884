import { outboxKinds, type OutboxKind } from "@/lib/records/outbox/kinds";

/** `scheduled`: not due yet, such as the deadline of a request. `waiting`: due, or to be retried. `dead`: failed for good. */
export const jobStates = ["scheduled", "waiting", "running", "dead"] as const;
export const listedJobStates = ["waiting", "dead", "scheduled"] as const;

export const jobKinds = outboxKinds;

export type JobKind = OutboxKind;
export type ListedJobState = (typeof listedJobStates)[number];
