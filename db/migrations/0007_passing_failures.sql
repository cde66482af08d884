-- expand: failures that do not count towards the tries of a job
ALTER TABLE "outbox_jobs" ADD COLUMN "passing_failures" integer DEFAULT 0 NOT NULL;