-- expand: accounts take turns in the outbox
ALTER TABLE "outbox_jobs" ADD COLUMN "owner" integer;--> statement-breakpoint
ALTER TABLE "outbox_jobs" ADD COLUMN "turn" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_jobs_owner" ON "outbox_jobs" USING btree ("owner","kind","turn") WHERE done_at is null and dead_at is null;