import { outboxKinds, type OutboxKind } from "@/lib/records/outbox/kinds";

/** `scheduled`: its time has not come, as the end of a request. `waiting`: it is due, or failed and is tried again. `dead`: it was given up. */
export const jobStates = ["scheduled", "waiting", "running", "dead"] as const;
export const listedJobStates = ["waiting", "dead", "scheduled"] as const;

export const jobKinds = outboxKinds;

export type JobKind = OutboxKind;
export type ListedJobState = (typeof listedJobStates)[number];
