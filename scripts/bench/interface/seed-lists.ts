import pg from "pg";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";

/** A requester's files, with two signers each, and how many of them a signer was told of. */
export interface SeededList {
  accountId: number;
  count: number;
}

/** Writes rows straight into the database of a server on this machine: a hundred thousand requests over HTTP would take an hour. Lists read no bytes. */
export async function seedLists(dataDir: string, lists: readonly SeededList[]): Promise<void> {
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    for (const list of lists) await seedList(client, list);
    await client.query("analyze files, sign_requests, elements");
  } finally {
    await client.end();
    postgres.release();
  }
}

async function seedList(client: pg.Client, { accountId, count }: SeededList): Promise<void> {
  await client.query(
    `insert into files (uuid, requester_id, name, status, pages, size, sha256, original_size, original_sha256, created_at, released_at, expires_at)
    select gen_random_uuid(), $1::int, 'Lease ' || n, (array['draft', 'able_to_sign', 'partially_signed', 'declined'])[1 + n % 4],
      '[{"widthPt": 612, "heightPt": 792, "rotation": 0}]', 50000, repeat('0', 64), 50000, repeat('0', 64),
      now() - make_interval(secs => n), case when n % 4 = 0 then null else now() end, now() + interval '30 days'
    from generate_series(1, $2::int) n`,
    [accountId, count],
  );
  await client.query(
    `insert into sign_requests (file_id, file_created_at, email, status, sign_method, identify_methods, link_hash, link_sealed, told_at)
    select f.id, f.created_at, who || f.id % 5000 || '@example.org', case when f.status = 'draft' then 'draft' else 'pending' end, 'email', '["account"]',
      md5(f.id || who) || md5(who || f.id), '\\x00', case when f.status = 'draft' then null else now() end
    from files f, (values ('ana'), ('bo')) people (who) where f.requester_id = $1::int`,
    [accountId],
  );
}
