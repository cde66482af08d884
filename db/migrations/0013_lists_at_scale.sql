CREATE TABLE "file_search" (
	"file_id" integer PRIMARY KEY NOT NULL,
	"viewers" text[] NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_tallies" (
	"viewer" text NOT NULL,
	"day" date NOT NULL,
	"tab" smallint NOT NULL,
	"documents" integer NOT NULL,
	"changes" integer NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_search" ADD CONSTRAINT "file_search_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_tallies_viewer" ON "list_tallies" USING btree ("viewer","day","tab","documents","changes");--> statement-breakpoint
CREATE INDEX "list_tallies_new" ON "list_tallies" USING btree ("viewer","day","tab") WHERE is_new;--> statement-breakpoint
CREATE INDEX "files_open" ON "files" USING btree ("expires_at") WHERE status in ('able_to_sign', 'partially_signed');--> statement-breakpoint
CREATE INDEX "outbox_jobs_untried" ON "outbox_jobs" USING btree ("id","kind","run_at") WHERE done_at is null and dead_at is null and attempts = 0;--> statement-breakpoint
CREATE INDEX "outbox_jobs_failed" ON "outbox_jobs" USING btree ("id","kind") WHERE done_at is null and dead_at is null and attempts > 0;--> statement-breakpoint
CREATE INDEX "outbox_jobs_done" ON "outbox_jobs" USING btree ("done_at") WHERE done_at is not null;
--> statement-breakpoint
-- The tab of a document for a viewer whose own entry among the signers is in `own_status`: tallyTabs of db/schema/lists.ts. That an open document's time
-- has run out is not known here; who reads the tallies takes those away.
CREATE FUNCTION "list_tab"("file_status" text, "own_status" text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE
    WHEN file_status IN ('signed', 'deleted') THEN 2
    WHEN file_status = 'draft' THEN 3
    WHEN file_status = 'signing_in_progress' THEN 1
    WHEN file_status NOT IN ('able_to_sign', 'partially_signed') THEN 4
    WHEN own_status = 'pending' THEN 0
    ELSE 1 END)::smallint
$$;
--> statement-breakpoint
-- Whether a signer sees the document in their list: the rule of `viewOf` in lib/file-views. The requester sees it as the requester.
CREATE FUNCTION "is_told"("file" "files", "signer" "sign_requests", "requester_email" text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT signer.removed_at IS NULL AND signer.told_at IS NOT NULL AND signer.status NOT IN ('draft', 'waiting')
    AND file.status <> 'draft' AND (file.status <> 'deleted' OR file.completed_at IS NOT NULL)
    AND (signer.email <> requester_email OR file.status = 'deleted')
$$;
--> statement-breakpoint
-- The lists that a document stands in, as it and its signers are now.
CREATE FUNCTION "list_entries"("file" "files") RETURNS TABLE("viewer" text, "day" date, "tab" smallint) LANGUAGE sql STABLE AS $$
  SELECT '#' || file.requester_id, (file.created_at AT TIME ZONE 'UTC')::date, list_tab(file.status, (
      SELECT own.status FROM sign_requests own JOIN accounts r ON r.email = own.email
      WHERE own.file_id = file.id AND own.removed_at IS NULL AND r.id = file.requester_id))
    WHERE file.status <> 'deleted'
  UNION ALL
  SELECT s.email, (file.created_at AT TIME ZONE 'UTC')::date, list_tab(file.status, s.status) FROM sign_requests s JOIN accounts r ON r.id = file.requester_id
    WHERE s.file_id = file.id AND is_told(file, s, r.email)
$$;
--> statement-breakpoint
CREATE FUNCTION "tally_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_tallies (viewer, day, tab, documents, changes)
  SELECT viewer, day, tab, sum(more), 1 FROM (
    SELECT viewer, day, tab, 1 AS more FROM list_entries(NEW)
    UNION ALL SELECT viewer, day, tab, -1 FROM list_entries(OLD) WHERE TG_OP = 'UPDATE') moved
  GROUP BY viewer, day, tab;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "files_tally_made" AFTER INSERT ON "files" FOR EACH ROW EXECUTE FUNCTION "tally_file"();
--> statement-breakpoint
CREATE TRIGGER "files_tally_changed" AFTER UPDATE OF "status", "completed_at", "created_at", "requester_id" ON "files" FOR EACH ROW
  WHEN ((OLD.status, OLD.completed_at, OLD.created_at, OLD.requester_id) IS DISTINCT FROM (NEW.status, NEW.completed_at, NEW.created_at, NEW.requester_id)) EXECUTE FUNCTION "tally_file"();
--> statement-breakpoint
-- It locks the document's row, as everybody does who writes its trail: what it counts cannot change before the commit.
CREATE FUNCTION "tally_signer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  file files;
  requester_email text;
BEGIN
  SELECT * INTO file FROM files WHERE id = coalesce(NEW.file_id, OLD.file_id) FOR NO KEY UPDATE;
  SELECT email INTO requester_email FROM accounts WHERE id = file.requester_id;
  INSERT INTO list_tallies (viewer, day, tab, documents, changes)
  SELECT viewer, (file.created_at AT TIME ZONE 'UTC')::date, tab, sum(more), 1 FROM (
    SELECT NEW.email AS viewer, list_tab(file.status, NEW.status) AS tab, 1 AS more WHERE TG_OP <> 'DELETE' AND is_told(file, NEW, requester_email)
    UNION ALL SELECT OLD.email, list_tab(file.status, OLD.status), -1 WHERE TG_OP <> 'INSERT' AND is_told(file, OLD, requester_email)
    UNION ALL SELECT '#' || file.requester_id, own.tab, own.more FROM (
      SELECT list_tab(file.status, CASE WHEN TG_OP <> 'DELETE' AND NEW.email = requester_email AND NEW.removed_at IS NULL THEN NEW.status END) AS tab, 1 AS more
      UNION ALL SELECT list_tab(file.status, CASE WHEN TG_OP <> 'INSERT' AND OLD.email = requester_email AND OLD.removed_at IS NULL THEN OLD.status END), -1) own
      WHERE file.status <> 'deleted' AND requester_email IN (NEW.email, OLD.email)
        AND ((TG_OP <> 'DELETE' AND NEW.email = requester_email AND NEW.removed_at IS NULL) OR (TG_OP <> 'INSERT' AND OLD.email = requester_email AND OLD.removed_at IS NULL))
  ) moved GROUP BY viewer, tab;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "sign_requests_tally_made" AFTER INSERT OR DELETE ON "sign_requests" FOR EACH ROW EXECUTE FUNCTION "tally_signer"();
--> statement-breakpoint
CREATE TRIGGER "sign_requests_tally_changed" AFTER UPDATE ON "sign_requests" FOR EACH ROW
  WHEN ((OLD.email, OLD.status, OLD.told_at, OLD.signed_at, OLD.closed_at, OLD.removed_at) IS DISTINCT FROM (NEW.email, NEW.status, NEW.told_at, NEW.signed_at, NEW.closed_at, NEW.removed_at))
  EXECUTE FUNCTION "tally_signer"();
--> statement-breakpoint
CREATE FUNCTION "write_file_search"("ids" integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO file_search (file_id, viewers, text)
  SELECT f.id, '#' || f.requester_id || coalesce(signers.emails, '{}'), f.name || coalesce(E'\n' || signers.words, '')
  FROM files f, LATERAL (SELECT array_agg(s.email) AS emails, string_agg(concat_ws(E'\n', s.email, s.display_name), E'\n') AS words
    FROM sign_requests s WHERE s.file_id = f.id AND s.removed_at IS NULL) signers
  WHERE f.id = ANY(ids)
  ON CONFLICT (file_id) DO UPDATE SET viewers = excluded.viewers, text = excluded.text
    WHERE (file_search.viewers, file_search.text) IS DISTINCT FROM (excluded.viewers, excluded.text)
$$;
--> statement-breakpoint
CREATE FUNCTION "note_file_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_file_search(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "files_search_made" AFTER INSERT ON "files" FOR EACH ROW EXECUTE FUNCTION "note_file_search"();
--> statement-breakpoint
CREATE TRIGGER "files_search_changed" AFTER UPDATE OF "name", "requester_id" ON "files" FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.requester_id IS DISTINCT FROM NEW.requester_id) EXECUTE FUNCTION "note_file_search"();
--> statement-breakpoint
CREATE FUNCTION "note_signer_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_file_search(ARRAY(SELECT DISTINCT file_id FROM written));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "sign_requests_search_made" AFTER INSERT ON "sign_requests" REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "note_signer_search"();
--> statement-breakpoint
CREATE TRIGGER "sign_requests_search_gone" AFTER DELETE ON "sign_requests" REFERENCING OLD TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "note_signer_search"();
--> statement-breakpoint
CREATE FUNCTION "note_changed_signer_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_file_search(ARRAY[NEW.file_id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "sign_requests_search_changed" AFTER UPDATE OF "email", "display_name", "removed_at" ON "sign_requests" FOR EACH ROW
  WHEN ((OLD.email, OLD.display_name, OLD.removed_at) IS DISTINCT FROM (NEW.email, NEW.display_name, NEW.removed_at)) EXECUTE FUNCTION "note_changed_signer_search"();
--> statement-breakpoint
-- True where searches have their index. Without the extension they still find the same, by reading the viewer's whole list. Every start asks again.
CREATE FUNCTION "make_search_index"() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('file_search_words') IS NOT NULL THEN RETURN true; END IF;
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX file_search_words ON file_search USING gin (viewers, text gin_trgm_ops) WITH (gin_pending_list_limit = 512);
  CREATE INDEX accounts_name_words ON accounts USING gin (display_name gin_trgm_ops);
  DROP INDEX IF EXISTS file_search_viewers;
  RETURN true;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  CREATE INDEX IF NOT EXISTS file_search_viewers ON file_search USING gin (viewers);
  RETURN false;
END
$$;
--> statement-breakpoint
-- Everything anew, as the triggers would have written it: for this migration, and for who writes rows without them.
CREATE FUNCTION "rebuild_list_tallies"() RETURNS void LANGUAGE sql AS $$
  DELETE FROM list_tallies;
  INSERT INTO list_tallies (viewer, day, tab, documents, changes, is_new)
  SELECT entry.viewer, entry.day, entry.tab, count(*), count(*), false FROM (
    SELECT '#' || f.requester_id AS viewer, (f.created_at AT TIME ZONE 'UTC')::date AS day, list_tab(f.status, own.status) AS tab
      FROM files f JOIN accounts r ON r.id = f.requester_id LEFT JOIN sign_requests own ON own.file_id = f.id AND own.email = r.email AND own.removed_at IS NULL
      WHERE f.status <> 'deleted'
    UNION ALL
    SELECT s.email, (f.created_at AT TIME ZONE 'UTC')::date, list_tab(f.status, s.status)
      FROM sign_requests s JOIN files f ON f.id = s.file_id JOIN accounts r ON r.id = f.requester_id WHERE is_told(f, s, r.email)
  ) entry GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
CREATE FUNCTION "rebuild_file_search"() RETURNS void LANGUAGE sql AS $$
  DELETE FROM file_search;
  INSERT INTO file_search (file_id, viewers, text)
  SELECT f.id, '#' || f.requester_id || coalesce(signers.emails, '{}'), f.name || coalesce(E'\n' || signers.words, '')
  FROM files f LEFT JOIN (SELECT s.file_id, array_agg(s.email) AS emails, string_agg(concat_ws(E'\n', s.email, s.display_name), E'\n') AS words
    FROM sign_requests s WHERE s.removed_at IS NULL GROUP BY s.file_id) signers ON signers.file_id = f.id
$$;
--> statement-breakpoint
SELECT rebuild_list_tallies();
--> statement-breakpoint
SELECT rebuild_file_search();
--> statement-breakpoint
SELECT make_search_index();
