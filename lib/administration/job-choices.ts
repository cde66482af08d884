import { outboxKinds } from "@/lib/records/outbox/kinds";

/*
 * The states and kinds of jobs to choose from. A separate module, because the page may not import the schema: Zod
 * compiles with eval, which the content policy forbids in browsers.
 */

/**
 * `scheduled`: not due yet, such as the deadline of a request. `waiting`: due, or to be retried. `dead`: failed
 * permanently.
 */
export const jobStates = ["scheduled", "waiting", "running", "dead"] as const;
export const listedJobStates = ["waiting", "dead", "scheduled"] as const;

export const jobKinds = outboxKinds;
