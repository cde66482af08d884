-- Always: `session_replication_role = replica`, which restores and replication tools set, would skip the triggers otherwise.
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_append_only";
--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_no_truncate";
