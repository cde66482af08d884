-- expand: periods of retention, legal holds and the day on which content is deleted
ALTER TABLE "accounts" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "content_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "content_deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "files_ended" ON "files" USING btree ((coalesce(completed_at, closed_at, deleted_at))) WHERE content_deleted_at is null and coalesce(completed_at, closed_at, deleted_at) is not null;