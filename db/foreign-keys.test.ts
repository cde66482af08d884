import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useRolledBackDatabase } from "./testing/test-database";

const db = useRolledBackDatabase();

/** References to rows that are never deleted, and tables whose rows are few or deleted within the day. */
const withoutIndex = [
  "account_signing_keys.account_id",
  "admin_activity.account_id",
  "direct_links.template_id",
  "drawing_handovers.account_id",
  "drawing_handovers.guest_session_id",
  "drawing_handovers.session_id",
  "files.direct_link_id",
  "mail_messages.account_id",
  "template_versions.document_id",
  "templates.owner_id",
  "webhook_endpoints.account_id",
  "wrong_codes.challenge_id",
];

/** Postgres looks for references when it deletes a row, and most lists of a document's rows begin with one. */
test("finds the rows of each foreign key by an index, with known exceptions", async () => {
  const { rows } = await db().execute<{ key: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as key from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)')
    ) order by 1`);
  expect(rows.map(({ key }) => key)).toEqual(withoutIndex);
});
