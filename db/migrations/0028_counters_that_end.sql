-- expand: when the failures of an account began, and the window of each counter, at whose end it is deleted
ALTER TABLE "accounts" ADD COLUMN "failed_logins_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rate_counters" ADD COLUMN "window_seconds" bigint;