-- Counters may be lost in a crash; they must not cost a WAL write per log-in.
ALTER TABLE "rate_counters" SET UNLOGGED;
--> statement-breakpoint
-- The audit chain is append-only (SIGNING.md section 5): a hash chain shows tampering, this refuses the accident.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_events_no_truncate" BEFORE TRUNCATE ON "audit_events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
-- Always: `session_replication_role = replica`, which restores and replication tools set, would skip the triggers otherwise.
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_append_only";
--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_no_truncate";
