export const adminActivityTypes = [
  "settings.changed",
  "branding.changed",
  "gateway.tested",
  "account.created",
  "account.changed",
  "account.reset_mailed",
  "account.signed_out",
  "job.retried",
  "jobs.retried",
  "delivery.retried",
  "retention.changed",
  "retention.clock_confirmed",
  "hold.placed",
  "hold.lifted",
] as const;
export type AdminActivityType = (typeof adminActivityTypes)[number];
