import type { Page } from "@playwright/test";
import pg from "pg";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, type Figure } from "./figures";

const documents = 10_000;

/** Lists of a requester of 10,000 documents: all of them, and with the filters that scan the most rows. */
const lists = [
  { name: "documents page", search: "" },
  { name: "documents page, searched by a signer's name", search: "?q=Signer+2" },
  { name: "documents page, waiting and of mine, by name", search: "?tab=waiting&by=me&order=name" },
] as const;

/** Time to the first byte of the documents page for a requester of 10,000 documents. */
export async function measureDashboard(world: BenchWorld): Promise<Figure[]> {
  await addDocuments(world.dataDir, world.requester.email);
  const { page, close } = await world.open(world.requester);
  const figures: Figure[] = [];
  for (const { name, search } of lists) {
    const visit = () => visitOnce(page, `${world.origin}/documents${search}`);
    await visit();
    const times = await fiveTimes(visit);
    figures.push(
      {
        name: `TTFB, ${name}, ${documents.toLocaleString("en")} documents`,
        unit: "ms",
        target: 150,
        values: times.map(({ first }) => first),
      },
      { name: `last byte, ${name}`, unit: "ms", target: 200, values: times.map(({ whole }) => whole) },
    );
  }
  await close();
  return figures;
}

async function visitOnce(page: Page, url: string): Promise<{ first: number; whole: number }> {
  await page.goto(url, { waitUntil: "networkidle" });
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return {
      first: (entry?.responseStart ?? 0) - (entry?.requestStart ?? 0),
      whole: (entry?.responseEnd ?? 0) - (entry?.requestStart ?? 0),
    };
  });
}

/**
 * Inserts only the rows, in every state that a list shows: creating the documents through the API would take half an
 * hour.
 */
async function addDocuments(dataDir: string, email: string): Promise<void> {
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    await client.query(insertFiles, [email, documents]);
    await client.query(insertSigners);
    await client.query("analyze files, sign_requests");
  } finally {
    await client.end();
    postgres.release();
  }
}

const insertFiles = `insert into files (uuid, requester_id, name, status, pages, size, sha256, original_size, original_sha256, created_at, released_at)
  select gen_random_uuid(), a.id, 'Bench lease ' || n, (array['draft', 'able_to_sign', 'partially_signed', 'signed', 'declined'])[1 + n % 5],
    '[{"widthPt":595,"heightPt":842,"rotation":0}]', 1000, md5(n::text) || md5(n::text), 1000, md5(n::text) || md5(n::text), now() - n * interval '1 minute', now()
  from accounts a, generate_series(1, $2::int) n where a.email = $1`;

const insertSigners = `insert into sign_requests (file_id, email, display_name, status, sign_method, identify_methods, link_hash, link_sealed, notified_at)
  select f.id, 'signer' || n || '@example.org', 'Signer ' || n, case f.status when 'draft' then 'draft' when 'signed' then 'signed' else 'pending' end, 'email', '[]',
    'bench ' || f.id || ' ' || n, '\\x00', now()
  from files f, generate_series(1, 2) n where f.name like 'Bench lease %'`;
