-- expand: several PDFs in one request; lists, tallies and searches show the envelope and not its files
CREATE TABLE "envelope_signatures" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"sign_request_id" integer NOT NULL,
	"signature" jsonb NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "kind" text DEFAULT 'file' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "envelope_id" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "envelope_position" integer;--> statement-breakpoint
ALTER TABLE "envelope_signatures" ADD CONSTRAINT "envelope_signatures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelope_signatures" ADD CONSTRAINT "envelope_signatures_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "envelope_signatures_signer" ON "envelope_signatures" USING btree ("file_id","sign_request_id");--> statement-breakpoint
CREATE INDEX "envelope_signatures_request" ON "envelope_signatures" USING btree ("sign_request_id");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_envelope_id_files_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_envelopes" ON "files" USING btree ("requester_id","created_at","id") WHERE kind = 'envelope';--> statement-breakpoint
CREATE INDEX "files_envelope" ON "files" USING btree ("envelope_id","envelope_position") WHERE envelope_id is not null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_place" CHECK ((envelope_id is null) = (envelope_position is null) and (envelope_id is null or kind = 'file'));
--> statement-breakpoint
-- The files of an envelope have its state, so that everything about their bytes is decided by their own row.
CREATE FUNCTION "mirror_envelope"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE files SET status = NEW.status, preparation = NEW.preparation, expires_at = NEW.expires_at, released_at = NEW.released_at,
    completed_at = NEW.completed_at, closed_at = NEW.closed_at, deleted_at = NEW.deleted_at, retention_days = NEW.retention_days,
    content_due_at = NEW.content_due_at, held_at = NEW.held_at
  WHERE envelope_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "files_mirror_envelope" AFTER UPDATE OF "status", "preparation", "expires_at", "released_at", "completed_at", "closed_at", "deleted_at", "retention_days", "content_due_at", "held_at" ON "files" FOR EACH ROW
  WHEN (NEW.kind = 'envelope' AND (OLD.status, OLD.preparation, OLD.expires_at, OLD.released_at, OLD.completed_at, OLD.closed_at, OLD.deleted_at, OLD.retention_days, OLD.content_due_at, OLD.held_at)
    IS DISTINCT FROM (NEW.status, NEW.preparation, NEW.expires_at, NEW.released_at, NEW.completed_at, NEW.closed_at, NEW.deleted_at, NEW.retention_days, NEW.content_due_at, NEW.held_at))
  EXECUTE FUNCTION "mirror_envelope"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "list_entries"("file" "files") RETURNS TABLE("viewer" text, "day" date, "tab" smallint) LANGUAGE sql STABLE AS $$
  SELECT '#' || file.requester_id, (file.created_at AT TIME ZONE 'UTC')::date, list_tab(file.status, (
      SELECT own.status FROM sign_requests own JOIN accounts r ON r.email = own.email
      WHERE own.file_id = file.id AND own.removed_at IS NULL AND r.id = file.requester_id))
    WHERE file.status <> 'deleted' AND file.envelope_id IS NULL
  UNION ALL
  SELECT s.email, (file.created_at AT TIME ZONE 'UTC')::date, list_tab(file.status, s.status) FROM sign_requests s JOIN accounts r ON r.id = file.requester_id
    WHERE s.file_id = file.id AND is_notified(file, s, r.email)
$$;
--> statement-breakpoint
DROP TRIGGER "files_tally_changed" ON "files";
--> statement-breakpoint
CREATE TRIGGER "files_tally_changed" AFTER UPDATE OF "status", "completed_at", "created_at", "requester_id", "envelope_id" ON "files" FOR EACH ROW
  WHEN ((OLD.status, OLD.completed_at, OLD.created_at, OLD.requester_id, OLD.envelope_id) IS DISTINCT FROM (NEW.status, NEW.completed_at, NEW.created_at, NEW.requester_id, NEW.envelope_id)
    AND (OLD.envelope_id IS NULL OR NEW.envelope_id IS NULL)) EXECUTE FUNCTION "tally_file"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "rebuild_list_tallies"() RETURNS void LANGUAGE sql AS $$
  DELETE FROM list_tallies;
  INSERT INTO list_tallies (viewer, day, tab, documents, changes, is_new)
  SELECT entry.viewer, entry.day, entry.tab, count(*), count(*), false FROM (
    SELECT '#' || f.requester_id AS viewer, (f.created_at AT TIME ZONE 'UTC')::date AS day, list_tab(f.status, own.status) AS tab
      FROM files f JOIN accounts r ON r.id = f.requester_id LEFT JOIN sign_requests own ON own.file_id = f.id AND own.email = r.email AND own.removed_at IS NULL
      WHERE f.status <> 'deleted' AND f.envelope_id IS NULL
    UNION ALL
    SELECT s.email, (f.created_at AT TIME ZONE 'UTC')::date, list_tab(f.status, s.status)
      FROM sign_requests s JOIN files f ON f.id = s.file_id JOIN accounts r ON r.id = f.requester_id WHERE is_notified(f, s, r.email)
  ) entry GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
-- An envelope is found by the names of its files as well.
CREATE OR REPLACE FUNCTION "write_file_search"("ids" integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO file_search (file_id, viewers, text)
  SELECT f.id, '#' || f.requester_id || coalesce(signers.emails, '{}'), f.name || coalesce(E'\n' || parts.names, '') || coalesce(E'\n' || signers.words, '')
  FROM files f, LATERAL (SELECT array_agg(s.email) AS emails, string_agg(concat_ws(E'\n', s.email, s.display_name), E'\n') AS words
    FROM sign_requests s WHERE s.file_id = f.id AND s.removed_at IS NULL) signers,
    LATERAL (SELECT string_agg(p.name, E'\n' ORDER BY p.envelope_position) AS names FROM files p WHERE f.kind = 'envelope' AND p.envelope_id = f.id) parts
  WHERE f.id = ANY(ids) AND f.envelope_id IS NULL
  ON CONFLICT (file_id) DO UPDATE SET viewers = excluded.viewers, text = excluded.text
    WHERE (file_search.viewers, file_search.text) IS DISTINCT FROM (excluded.viewers, excluded.text)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_file_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.envelope_id IS NOT NULL THEN DELETE FROM file_search WHERE file_id = NEW.id; END IF;
  PERFORM write_file_search(ARRAY[coalesce(NEW.envelope_id, NEW.id)]);
  IF TG_OP = 'UPDATE' AND OLD.envelope_id IS NOT NULL AND NEW.envelope_id IS NULL THEN PERFORM write_file_search(ARRAY[OLD.envelope_id]); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER "files_search_changed" ON "files";
--> statement-breakpoint
CREATE TRIGGER "files_search_changed" AFTER UPDATE OF "name", "requester_id", "envelope_id" ON "files" FOR EACH ROW
  WHEN ((OLD.name, OLD.requester_id, OLD.envelope_id) IS DISTINCT FROM (NEW.name, NEW.requester_id, NEW.envelope_id)) EXECUTE FUNCTION "note_file_search"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "rebuild_file_search"() RETURNS void LANGUAGE sql AS $$
  DELETE FROM file_search;
  INSERT INTO file_search (file_id, viewers, text)
  SELECT f.id, '#' || f.requester_id || coalesce(signers.emails, '{}'), f.name || coalesce(E'\n' || parts.names, '') || coalesce(E'\n' || signers.words, '')
  FROM files f LEFT JOIN (SELECT s.file_id, array_agg(s.email) AS emails, string_agg(concat_ws(E'\n', s.email, s.display_name), E'\n') AS words
    FROM sign_requests s WHERE s.removed_at IS NULL GROUP BY s.file_id) signers ON signers.file_id = f.id
    LEFT JOIN (SELECT p.envelope_id, string_agg(p.name, E'\n' ORDER BY p.envelope_position) AS names FROM files p WHERE p.envelope_id IS NOT NULL GROUP BY p.envelope_id) parts ON parts.envelope_id = f.id
  WHERE f.envelope_id IS NULL
$$;
--> statement-breakpoint
CREATE OR REPLACE VIEW "event_log" AS
SELECT e.id, 'evt_' || replace(e.public_id::text, '-', '') AS public_id, e.account_id, e.position, e.file_id, e.sequence, e.type, e.at,
  coalesce(e.data, jsonb_strip_nulls(jsonb_build_object('fileId', e.file_id, 'uuid', f.uuid, 'kind', nullif(f.kind, 'file'), 'status', e.status, 'name', e.name, 'sequence', e.sequence,
    'signRequestId', e.sign_request_id, 'sha256', encode(e.sha256, 'hex'), 'url', e.origin || '/documents/' || f.uuid,
    'directLinkId', f.direct_link_id))) AS data
FROM events e LEFT JOIN files f ON f.id = e.file_id;
