CREATE TABLE "audit_callers" (
	"file_id" integer NOT NULL,
	"n" smallint NOT NULL,
	"actor" jsonb NOT NULL,
	"net" jsonb NOT NULL,
	CONSTRAINT "audit_callers_file_id_n_pk" PRIMARY KEY("file_id","n")
);
--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_public_id_unique";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "public_id" SET DATA TYPE uuid USING replace(substr("public_id", 5), '-', '')::uuid;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "data" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "actor" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "auth" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "net" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "doc" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "data" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "prev" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "hash" SET DATA TYPE bytea USING decode("hash", 'hex');--> statement-breakpoint
ALTER TABLE "audit_personal_values" ALTER COLUMN "seq" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_personal_values" ALTER COLUMN "salt" SET DATA TYPE bytea USING decode("salt", 'hex');--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "status" smallint;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sign_request_id" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sha256" bytea;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "caller" smallint;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "request" text;--> statement-breakpoint
ALTER TABLE "audit_personal_values" ADD COLUMN "caller" smallint;--> statement-breakpoint
ALTER TABLE "audit_callers" ADD CONSTRAINT "audit_callers_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Who acted is part of the chain: its rows change as little as the events that name them.
CREATE TRIGGER "audit_callers_append_only" BEFORE UPDATE OR DELETE ON "audit_callers" FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_callers_no_truncate" BEFORE TRUNCATE ON "audit_callers" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
ALTER TABLE "audit_callers" ENABLE ALWAYS TRIGGER "audit_callers_append_only";
--> statement-breakpoint
ALTER TABLE "audit_callers" ENABLE ALWAYS TRIGGER "audit_callers_no_truncate";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
-- The events as they were chained. `prev` is the hash in the row before; of the first event it is the genesis (lib/audit/chain.ts), which binds the chain to the upload.
-- Where a row is missing it is null, and the chain does not hold.
CREATE VIEW "audit_trail" AS
SELECT e.file_id, e.seq, e.v, e.type, e.at,
  coalesce(e.actor, c.actor) AS actor,
  coalesce(e.auth, '{}') AS auth,
  coalesce(e.net, CASE WHEN e.request IS NULL THEN c.net ELSE c.net || jsonb_build_object('request', e.request) END) AS net,
  coalesce(e.doc, '{}') AS doc,
  coalesce(e.data, '{}') AS data,
  coalesce(e.prev, CASE WHEN e.seq = 0
    THEN (SELECT encode(sha256(convert_to(E'paraph-audit-v1\n' || f.uuid || E'\n' || f.original_sha256, 'UTF8')), 'hex') FROM files f WHERE f.id = e.file_id)
    ELSE (SELECT encode(before.hash, 'hex') FROM audit_events before WHERE before.file_id = e.file_id AND before.seq = e.seq - 1) END) AS prev,
  encode(e.hash, 'hex') AS hash,
  e.caller
FROM audit_events e LEFT JOIN audit_callers c ON c.file_id = e.file_id AND c.n = e.caller;
--> statement-breakpoint
CREATE VIEW "event_log" AS
SELECT e.id, 'evt_' || replace(e.public_id::text, '-', '') AS public_id, e.account_id, e.position, e.file_id, e.sequence, e.type, e.at,
  coalesce(e.data, jsonb_strip_nulls(jsonb_build_object('fileId', e.file_id, 'uuid', f.uuid, 'status', e.status, 'name', e.name, 'sequence', e.sequence,
    'signRequestId', e.sign_request_id, 'sha256', encode(e.sha256, 'hex'), 'url', e.origin || '/documents/' || f.uuid))) AS data
FROM events e JOIN files f ON f.id = e.file_id;
