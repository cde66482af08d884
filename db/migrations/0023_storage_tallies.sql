-- expand: totals of the storage of each account
CREATE TABLE "storage_tallies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "storage_tallies_account" ON "storage_tallies" USING btree ("account_id");
--> statement-breakpoint
-- The bytes of a row of fields, people or batches: 400 for the row and its entries in indexes (`bytesPerRow`), and its texts.
CREATE FUNCTION "row_bytes"("texts" text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (400 + octet_length(texts))::bigint
$$;
--> statement-breakpoint
CREATE FUNCTION "segment_bytes"("segments" jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(sum((segment ->> 'size')::bigint), 0)::bigint FROM jsonb_array_elements(segments) segment
$$;
--> statement-breakpoint
-- Everything that counts as storage, with the account that it counts for. A deleted template has no segments left. Versions of templates count as they
-- are stored, which is compressed.
CREATE VIEW "stored_parts" AS
SELECT f.requester_id AS account_id, s.size AS bytes FROM file_segments s JOIN files f ON f.id = s.file_id
UNION ALL SELECT f.requester_id, a.size FROM attachments a JOIN files f ON f.id = a.file_id
UNION ALL SELECT f.requester_id, row_bytes(concat(e.label, e.value, e.rules, e.help, e.placeholder, e.show_when, e.require_when, e.calculate))
  FROM elements e JOIN files f ON f.id = e.file_id
UNION ALL SELECT f.requester_id, row_bytes(concat(s.description, s.attachment_requests)) FROM sign_requests s JOIN files f ON f.id = s.file_id
UNION ALL SELECT t.owner_id, segment_bytes(d.segments) FROM template_documents d JOIN templates t ON t.id = d.template_id
UNION ALL SELECT t.owner_id, (pg_column_size(v.fields) + pg_column_size(v.roles))::bigint FROM template_versions v JOIN templates t ON t.id = v.template_id
UNION ALL SELECT b.owner_id, row_bytes(concat(r.people, r.values, r.problem)) FROM bulk_rows r JOIN bulk_sends b ON b.id = r.bulk_send_id;
--> statement-breakpoint
-- Before the triggers, whose tables are locked until the commit: this reads every document, 15 s for a million. `correct_storage_tallies` adds later what
-- servers of the version before store meanwhile.
INSERT INTO "storage_tallies" (account_id, bytes) SELECT account_id, sum(bytes) FROM stored_parts GROUP BY account_id;
--> statement-breakpoint
-- Changes a row that no other transaction has locked. Two statements, because the second must see what was committed since the first began.
CREATE FUNCTION "tally_bytes"("account" integer, "more" bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  unlocked bigint;
BEGIN
  IF coalesce(more, 0) = 0 THEN RETURN; END IF;
  SELECT t.id INTO unlocked FROM storage_tallies t WHERE t.account_id = account LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE storage_tallies t SET bytes = t.bytes + more WHERE t.id = unlocked;
  ELSE
    INSERT INTO storage_tallies (account_id, bytes) VALUES (account, more);
  END IF;
END
$$;
--> statement-breakpoint
-- Adds the difference between the tallies and everything stored, and names the accounts that had one. One snapshot has both, and each transaction changes
-- both, so nothing is locked. For rows that were written without the triggers.
CREATE FUNCTION "correct_storage_tallies"() RETURNS TABLE("account" integer, "difference" bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('correct_storage_tallies'));
  RETURN QUERY WITH off AS (
    SELECT part.account_id, sum(part.bytes)::bigint AS more
    FROM (SELECT p.account_id, p.bytes FROM stored_parts p UNION ALL SELECT t.account_id, -t.bytes FROM storage_tallies t) part
    GROUP BY part.account_id HAVING sum(part.bytes) <> 0
  )
  INSERT INTO storage_tallies AS t (account_id, bytes) SELECT off.account_id, off.more FROM off ORDER BY off.account_id RETURNING t.account_id, t.bytes;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "tally_segments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT f.requester_id AS account, sum(w.size)::bigint AS bytes FROM written w JOIN files f ON f.id = w.file_id GROUP BY 1 ORDER BY 1) p;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally_bytes(p.account, -p.bytes) FROM (SELECT f.requester_id AS account, sum(g.size)::bigint AS bytes FROM gone g JOIN files f ON f.id = g.file_id GROUP BY 1 ORDER BY 1) p;
  ELSE
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT f.requester_id AS account, sum(c.bytes)::bigint AS bytes
      FROM (SELECT file_id, size AS bytes FROM written UNION ALL SELECT file_id, -size FROM gone) c JOIN files f ON f.id = c.file_id GROUP BY 1 ORDER BY 1) p;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "tally_elements"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT f.requester_id AS account,
        sum(row_bytes(concat(w.label, w.value, w.rules, w.help, w.placeholder, w.show_when, w.require_when, w.calculate)))::bigint AS bytes
      FROM written w JOIN files f ON f.id = w.file_id GROUP BY 1 ORDER BY 1) p;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally_bytes(p.account, -p.bytes) FROM (SELECT f.requester_id AS account,
        sum(row_bytes(concat(g.label, g.value, g.rules, g.help, g.placeholder, g.show_when, g.require_when, g.calculate)))::bigint AS bytes
      FROM gone g JOIN files f ON f.id = g.file_id GROUP BY 1 ORDER BY 1) p;
  ELSE
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT f.requester_id AS account, sum(c.bytes)::bigint AS bytes FROM (
        SELECT file_id, row_bytes(concat(label, value, rules, help, placeholder, show_when, require_when, calculate)) AS bytes FROM written
        UNION ALL SELECT file_id, -row_bytes(concat(label, value, rules, help, placeholder, show_when, require_when, calculate)) FROM gone
      ) c JOIN files f ON f.id = c.file_id GROUP BY 1 ORDER BY 1) p;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "tally_people"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT f.requester_id AS account, sum(row_bytes(concat(w.description, w.attachment_requests)))::bigint AS bytes
      FROM written w JOIN files f ON f.id = w.file_id GROUP BY 1 ORDER BY 1) p;
  ELSE
    PERFORM tally_bytes(p.account, -p.bytes) FROM (SELECT f.requester_id AS account, sum(row_bytes(concat(g.description, g.attachment_requests)))::bigint AS bytes
      FROM gone g JOIN files f ON f.id = g.file_id GROUP BY 1 ORDER BY 1) p;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- By row, unlike the others: a trigger of a statement cannot be limited to columns, and signing changes other columns of these rows all the time.
CREATE FUNCTION "tally_changed_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tally_bytes(f.requester_id, row_bytes(concat(NEW.description, NEW.attachment_requests)) - row_bytes(concat(OLD.description, OLD.attachment_requests)))
    FROM files f WHERE f.id = NEW.file_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "tally_template_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT t.owner_id AS account, sum(segment_bytes(w.segments))::bigint AS bytes
      FROM written w JOIN templates t ON t.id = w.template_id GROUP BY 1 ORDER BY 1) p;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally_bytes(p.account, -p.bytes) FROM (SELECT t.owner_id AS account, sum(segment_bytes(g.segments))::bigint AS bytes
      FROM gone g JOIN templates t ON t.id = g.template_id GROUP BY 1 ORDER BY 1) p;
  ELSE
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT t.owner_id AS account, sum(c.bytes)::bigint AS bytes FROM (
        SELECT template_id, segment_bytes(segments) AS bytes FROM written UNION ALL SELECT template_id, -segment_bytes(segments) FROM gone
      ) c JOIN templates t ON t.id = c.template_id GROUP BY 1 ORDER BY 1) p;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A version never changes. A new one is read from its table: the statement's own rows are not compressed yet.
CREATE FUNCTION "tally_template_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT t.owner_id AS account, sum(pg_column_size(v.fields) + pg_column_size(v.roles))::bigint AS bytes
      FROM written w JOIN template_versions v ON v.id = w.id JOIN templates t ON t.id = v.template_id GROUP BY 1 ORDER BY 1) p;
  ELSE
    PERFORM tally_bytes(p.account, -p.bytes) FROM (SELECT t.owner_id AS account, sum(pg_column_size(g.fields) + pg_column_size(g.roles))::bigint AS bytes
      FROM gone g JOIN templates t ON t.id = g.template_id GROUP BY 1 ORDER BY 1) p;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "tally_bulk_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT b.owner_id AS account, sum(row_bytes(concat(w.people, w.values, w.problem)))::bigint AS bytes
      FROM written w JOIN bulk_sends b ON b.id = w.bulk_send_id GROUP BY 1 ORDER BY 1) p;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally_bytes(p.account, -p.bytes) FROM (SELECT b.owner_id AS account, sum(row_bytes(concat(g.people, g.values, g.problem)))::bigint AS bytes
      FROM gone g JOIN bulk_sends b ON b.id = g.bulk_send_id GROUP BY 1 ORDER BY 1) p;
  ELSE
    PERFORM tally_bytes(p.account, p.bytes) FROM (SELECT b.owner_id AS account, sum(c.bytes)::bigint AS bytes FROM (
        SELECT bulk_send_id, row_bytes(concat(people, values, problem)) AS bytes FROM written
        UNION ALL SELECT bulk_send_id, -row_bytes(concat(people, values, problem)) FROM gone
      ) c JOIN bulk_sends b ON b.id = c.bulk_send_id GROUP BY 1 ORDER BY 1) p;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A cascade would delete the rows after their batch, which names the account.
CREATE FUNCTION "delete_bulk_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM bulk_rows r WHERE r.bulk_send_id = OLD.id;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "bulk_sends_rows_first" BEFORE DELETE ON "bulk_sends" FOR EACH ROW EXECUTE FUNCTION "delete_bulk_rows"();
--> statement-breakpoint
CREATE TRIGGER "file_segments_bytes_made" AFTER INSERT ON "file_segments" REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_segments"();
--> statement-breakpoint
CREATE TRIGGER "file_segments_bytes_changed" AFTER UPDATE ON "file_segments" REFERENCING OLD TABLE AS "gone" NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_segments"();
--> statement-breakpoint
CREATE TRIGGER "file_segments_bytes_gone" AFTER DELETE ON "file_segments" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "tally_segments"();
--> statement-breakpoint
CREATE TRIGGER "attachments_bytes_made" AFTER INSERT ON "attachments" REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_segments"();
--> statement-breakpoint
CREATE TRIGGER "attachments_bytes_changed" AFTER UPDATE ON "attachments" REFERENCING OLD TABLE AS "gone" NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_segments"();
--> statement-breakpoint
CREATE TRIGGER "attachments_bytes_gone" AFTER DELETE ON "attachments" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "tally_segments"();
--> statement-breakpoint
CREATE TRIGGER "elements_bytes_made" AFTER INSERT ON "elements" REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_elements"();
--> statement-breakpoint
CREATE TRIGGER "elements_bytes_changed" AFTER UPDATE ON "elements" REFERENCING OLD TABLE AS "gone" NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_elements"();
--> statement-breakpoint
CREATE TRIGGER "elements_bytes_gone" AFTER DELETE ON "elements" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "tally_elements"();
--> statement-breakpoint
CREATE TRIGGER "sign_requests_bytes_made" AFTER INSERT ON "sign_requests" REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_people"();
--> statement-breakpoint
CREATE TRIGGER "sign_requests_bytes_gone" AFTER DELETE ON "sign_requests" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "tally_people"();
--> statement-breakpoint
CREATE TRIGGER "sign_requests_bytes_changed" AFTER UPDATE OF "description", "attachment_requests" ON "sign_requests" FOR EACH ROW
  WHEN ((OLD.description, OLD.attachment_requests) IS DISTINCT FROM (NEW.description, NEW.attachment_requests)) EXECUTE FUNCTION "tally_changed_person"();
--> statement-breakpoint
CREATE TRIGGER "template_documents_bytes_made" AFTER INSERT ON "template_documents" REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_template_documents"();
--> statement-breakpoint
CREATE TRIGGER "template_documents_bytes_changed" AFTER UPDATE ON "template_documents" REFERENCING OLD TABLE AS "gone" NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_template_documents"();
--> statement-breakpoint
CREATE TRIGGER "template_documents_bytes_gone" AFTER DELETE ON "template_documents" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "tally_template_documents"();
--> statement-breakpoint
CREATE TRIGGER "template_versions_bytes_made" AFTER INSERT ON "template_versions" REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_template_versions"();
--> statement-breakpoint
CREATE TRIGGER "template_versions_bytes_gone" AFTER DELETE ON "template_versions" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "tally_template_versions"();
--> statement-breakpoint
CREATE TRIGGER "bulk_rows_bytes_made" AFTER INSERT ON "bulk_rows" REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_bulk_rows"();
--> statement-breakpoint
CREATE TRIGGER "bulk_rows_bytes_changed" AFTER UPDATE ON "bulk_rows" REFERENCING OLD TABLE AS "gone" NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "tally_bulk_rows"();
--> statement-breakpoint
CREATE TRIGGER "bulk_rows_bytes_gone" AFTER DELETE ON "bulk_rows" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "tally_bulk_rows"();
