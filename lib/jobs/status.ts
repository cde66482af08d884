/** `scheduled`: its time has not come, as the end of a request. `waiting`: it is due, or failed and is tried again. `dead`: it was given up. */
export const jobStates = ["scheduled", "waiting", "running", "dead"] as const;
export const listedJobStates = ["waiting", "dead", "scheduled"] as const;
export const jobKinds = [
  "notification",
  "code",
  "accountMail",
  "phoneNotice",
  "opening",
  "reset",
  "webhookMail",
  "finish",
  "augment",
  "evidence",
  "expire",
] as const;

export type JobKind = (typeof jobKinds)[number];
export type ListedJobState = (typeof listedJobStates)[number];
