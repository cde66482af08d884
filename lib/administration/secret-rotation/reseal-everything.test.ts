import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { signRequests } from "@/db/schema/files";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { instanceKeys } from "@/lib/authority/instance-keys";
import type { Ctx } from "@/lib/context/context";
import { addEndpoint } from "@/lib/delivery/webhooks/endpoints";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { openEndpointSecret } from "@/lib/records/events/add-callback";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { requestCode } from "@/lib/signing/proof/request-code";
import { newestCode, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { resealEverything, sealedColumns } from "./reseal-everything";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const [before, after] = ["the secret that was used before this one", "the secret that is used from this day on"];
const under = (present: string, previous: string | null = null): Ctx =>
  makeContext(db(), { secrets: makeSecretBox(present, previous) });

test("opens everything with the new secret alone afterwards, and a second run finds nothing to do", async () => {
  const old = under(before);
  const {
    requester,
    fileId,
    signers: [ana],
  } = await releasedScenario(old, [{ name: "Ana" }]);
  await requestCode(old, ana.actor, { fileId });
  const { endpoint } = await addEndpoint(old, requester, { url: "https://hooks.example/paraph" });
  const [code, keys] = [await newestCode(old), await instanceKeys(old)];
  const both = under(after, before);
  const first = await resealEverything(both);
  expect(first.unreadable).toBe(0);
  expect(first.resealed).toBeGreaterThanOrEqual(6);
  const now = under(after);
  const [request] = await now.db.select().from(signRequests).where(eq(signRequests.id, ana.signRequestId));
  expect(revealLink(now, request?.linkSealed ?? Buffer.alloc(0))).toBe(ana.link);
  expect(await newestCode(now)).toBe(code);
  expect((await instanceKeys(now)).seal.key.publicKey.equals(keys.seal.key.publicKey)).toBe(true);
  const [hook] = await now.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint.id));
  expect(openEndpointSecret(now, hook?.sealedSecret ?? Buffer.alloc(0))).toHaveLength(32);
  expect(await resealEverything(both)).toEqual({ resealed: 0, unreadable: 0 });
});

test("loses nothing when stopped half-way: both secrets open everything, and the next run continues @exhaustive", async () => {
  const old = under(before);
  for (let count = 0; count < 2; count++) await releasedScenario(old, [{ name: "Ana" }, { name: "Bo" }]);
  const both = under(after, before);
  let left = 7;
  const dying = Object.create(both.db) as Ctx["db"];
  dying.execute = (query: Parameters<Ctx["db"]["execute"]>[0]) => {
    if (left-- === 0) throw new Error("killed");
    return both.db.execute(query);
  };
  await expect(resealEverything({ ...both, db: dying })).rejects.toThrow("killed");
  const rows = await both.db.select().from(signRequests);
  expect(rows.map(({ linkSealed }) => revealLink(both, linkSealed))).toHaveLength(4);
  await resealEverything(both);
  expect(
    (await under(after).db.select().from(signRequests)).map(({ linkSealed }) => revealLink(under(after), linkSealed)),
  ).toHaveLength(4);
});

test("counts values that neither secret opens, and leaves them unchanged", async () => {
  await releasedScenario(under("an unknown third secret any more"), [{ name: "Ana" }]);
  const { rows } = await db().execute(sql`select link_sealed from sign_requests`);
  const { resealed, unreadable } = await resealEverything(under(after, before));
  expect([resealed, unreadable > 0]).toEqual([0, true]);
  expect((await db().execute(sql`select link_sealed from sign_requests`)).rows).toEqual(rows);
});

test("covers every sealed column of the database", async () => {
  const { rows } = await db().execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%'`);
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`).sort();
  expect(rows.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(known);
});
