-- expand: indexes for documents that end, are deleted or held, for the figures of states, and for erasures; two of them replace others
DROP INDEX "files_ended";--> statement-breakpoint
DROP INDEX "files_status";--> statement-breakpoint
CREATE INDEX "files_ended_of_requester" ON "files" USING btree ("requester_id",(coalesce(completed_at, closed_at, deleted_at))) WHERE content_deleted_at is null and coalesce(completed_at, closed_at, deleted_at) is not null;--> statement-breakpoint
CREATE INDEX "files_ended_own_period" ON "files" USING btree ("retention_days",(coalesce(completed_at, closed_at, deleted_at))) WHERE retention_days is not null and content_deleted_at is null and coalesce(completed_at, closed_at, deleted_at) is not null;--> statement-breakpoint
CREATE INDEX "files_content_due" ON "files" USING btree ("content_due_at") WHERE content_due_at is not null and content_deleted_at is null;--> statement-breakpoint
CREATE INDEX "files_held" ON "files" USING btree ("held_at") WHERE held_at is not null;--> statement-breakpoint
CREATE INDEX "files_states" ON "files" USING btree ("status","content_deleted_at") WHERE envelope_id is null;--> statement-breakpoint
CREATE INDEX "audit_events_erasures" ON "audit_events" USING btree ("at","file_id","seq") WHERE type in ('person.erased', 'content.deleted');