import { readFile } from "node:fs/promises";
import pg from "pg";
import { apiClient, type ApiClient, type Person } from "@/e2e/api-client";
import { expectStatus, newPerson } from "@/e2e/journey";
import { startServer, type StartedServer } from "@/e2e/server";
import { unboundedRates } from "@/e2e/unbounded-rates";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { measureRates, type Target } from "./interface/measure-rates";
import { startNextAlone } from "./interface/next-alone";

/**
 * Measures three things in one run: requests per second with a token, relative to a Next route handler that does
 * nothing, the time of a long list by cursor relative to a short one (p99, at most twice), and the memory of a fresh
 * server while it receives a 50 MB PDF (under 250 MB).
 */
const counts = [1_000, 10_000, 100_000];
const server = await startServer({ env: { LIMITS: JSON.stringify(unboundedRates) } });
try {
  const next = await startNextAlone(process.cwd());
  try {
    await printRates(server, next.url);
  } finally {
    await next.stop();
  }
} finally {
  await server.stop();
}

const fresh = await startServer();
try {
  await printUpload(apiClient(fresh.origin), fresh.admin, fresh.pid);
} finally {
  await fresh.stop();
}

interface Owner {
  count: number;
  token: string;
  /** A cursor in the middle of the list. */
  cursor: string;
}

async function printRates({ origin, admin, dataDir }: StartedServer, emptyUrl: string): Promise<void> {
  const api = apiClient(origin);
  const token = await makeToken(api, admin);
  const headers = { authorization: `Bearer ${token}` };
  const draft = newRequest(50_000);
  const { uuid } = expectStatus(
    await api.call<{ uuid: string }>("POST", "/request-signature", { as: admin, json: draft }),
    200,
    "create",
  );
  const owners = await makeOwners(api, admin, dataDir);
  const lists = owners.flatMap(({ count, token, cursor }): Target[] => [
    {
      name: `list of 20 of ${count}`,
      path: "/api/v1/file/list?length=20",
      headers: { authorization: `Bearer ${token}` },
      ...(count === 1_000 ? { bar: 0.8 } : {}),
    },
    {
      name: `list by cursor, 20 of ${count}`,
      path: `/api/v1/file/list?length=20&cursor=${encodeURIComponent(cursor)}`,
      headers: { authorization: `Bearer ${token}` },
      bar: 0.8,
    },
  ]);
  const measured = await measureRates(origin, emptyUrl, [
    { name: "token auth (GET /account/me)", path: "/api/v1/account/me", headers },
    { name: "validate", path: `/api/v1/file/validate/uuid/${uuid}`, headers, bar: 1 },
    ...lists,
    {
      name: "create with 50 KB",
      method: "POST",
      path: "/api/v1/request-signature",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(draft),
      bar: 0.25,
    },
  ]);
  const p99Of = (count: number): number =>
    measured.find(({ name }) => name === `list by cursor, 20 of ${count}`)?.p99Ms ?? NaN;
  console.log(
    `\nlist by cursor, p99 of 100,000 against 1,000: ${(p99Of(100_000) / p99Of(1_000)).toFixed(2)} times (bar 2)`,
  );
}

function newRequest(sizeBytes: number): Record<string, unknown> {
  return {
    file: { base64: makePdf({ pages: [{}], sizeBytes }).toString("base64") },
    name: "Lease",
    users: [{ email: "ana@example.org" }, { email: "bo@example.org" }],
  };
}

async function makeOwners(api: ApiClient, admin: Person, dataDir: string): Promise<Owner[]> {
  const made = [];
  for (const count of counts) {
    const person = newPerson("owner");
    const { id } = expectStatus(
      await api.call<{ id: number }>("POST", "/admin/users", {
        as: admin,
        json: { ...person, displayName: "Owner", role: "requester", emailProved: true },
      }),
      200,
      "account",
    );
    made.push({ count, accountId: id, person });
  }
  await seedLists(dataDir, made);
  const owners: Owner[] = [];
  for (const { count, person } of made) {
    const middle = await api.call<{ pagination: { nextCursor: string } }>(
      "GET",
      `/file/list?length=20&page=${count / 40}`,
      { as: person },
    );
    owners.push({
      count,
      token: await makeToken(api, person),
      cursor: expectStatus(middle, 200, "middle").pagination.nextCursor,
    });
  }
  return owners;
}

async function makeToken(api: ApiClient, as: Person): Promise<string> {
  return expectStatus(
    await api.call<{ token: string }>("POST", "/account/tokens", { as, json: { name: "bench" } }),
    200,
    "token",
  ).token;
}

async function printUpload(api: ApiClient, as: Person, pid: number): Promise<void> {
  const pdf = makePdf({ pages: Array.from({ length: 20 }, () => ({})), sizeBytes: 50_000_000 });
  let peakKiB = 0;
  const watch = setInterval(
    () =>
      void residentKiB(pid).then((kiB) => {
        peakKiB = Math.max(peakKiB, kiB);
      }),
    20,
  );
  const before = await residentKiB(pid);
  const startedAt = performance.now();
  expectStatus(await api.call("POST", "/file?name=Large", { as, body: pdf, type: "application/pdf" }), 200, "upload");
  clearInterval(watch);
  console.log(
    `\nPOST /file of ${(pdf.length / 1e6).toFixed(0)} MB: ${(performance.now() - startedAt).toFixed(0)} ms, server ${(before / 1024).toFixed(0)} MB before, ${(peakKiB / 1024).toFixed(0)} MB at its peak (bar 250 MB)`,
  );
}

async function residentKiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/** A requester's files with two signers each, and the number of files that a signer was notified of. */
interface SeededList {
  accountId: number;
  count: number;
}

/**
 * Writes rows directly into the database of a server on this machine: a hundred thousand requests over HTTP would take
 * an hour. Lists read no bytes.
 */
async function seedLists(dataDir: string, lists: readonly SeededList[]): Promise<void> {
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
    `insert into sign_requests (file_id, file_created_at, email, status, sign_method, identify_methods, link_hash, link_sealed, notified_at)
    select f.id, f.created_at, who || f.id % 5000 || '@example.org', case when f.status = 'draft' then 'draft' else 'pending' end, 'email', '["account"]',
      md5(f.id || who) || md5(who || f.id), '\\x00', case when f.status = 'draft' then null else now() end
    from files f, (values ('ana'), ('bo')) people (who) where f.requester_id = $1::int`,
    [accountId],
  );
}
