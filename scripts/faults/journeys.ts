import { setTimeout as sleep } from "node:timers/promises";
import { desc, eq } from "drizzle-orm";
import { connect, type Db } from "@/db/client";
import { keptMessages } from "@/db/schema/work";
import { makeSecretBox } from "@/lib/keys/secret-box";
import { act, create, isDone, unexpected, type Document } from "./acts";
import { insist } from "./client";
import { appSecret, databaseUrl, type World } from "./world";

const everySixth = 6;
const codeMs = 90_000;

/** A client that sends documents and has them signed, one after the other, until the end; some are declined or withdrawn and deleted. */
export async function journeys(world: World, lane: number, isOver: () => boolean): Promise<number> {
  for (let count = 0; ; count++) {
    if (isOver()) return count;
    await journey(world, `Journey ${String(lane)}-${String(count).padStart(4, "0")}`, count % everySixth);
  }
}

async function journey(world: World, name: string, kind: number): Promise<void> {
  const [byPassword, byCode] = world.signers;
  const document = await create(world, name, {
    signers: [
      { person: byPassword, signMethod: "password" },
      { person: byCode, signMethod: "email" },
    ],
  });
  if (!document) return;
  const step = async (transition: Parameters<typeof act>[2]): Promise<boolean> => {
    const reply = await withDatabase(world, (db) => act(world, db, transition, document));
    if (!isDone(reply)) unexpected(world, transition, name, reply);
    return isDone(reply);
  };
  if (!(await step("release"))) return;
  if (kind === 4) return void (await step("decline"));
  if (!(await step("sign"))) return;
  if (kind === 5) return void ((await step("withdraw")) && (await step("delete")));
  await signByCode(world, document);
}

async function signByCode(world: World, { name, fileId }: Document): Promise<void> {
  const as = world.signers[1];
  const asked = await insist(world.origin, world.journal, {
    method: "POST",
    path: `/sign/file_id/${String(fileId)}/code`,
    as,
    json: {},
  });
  if (!isDone(asked)) return void unexpected(world, "asking for a code", name, asked);
  const code = await codeFor(world, as.email, name);
  if (!code) return world.journal.complain("stuck", `no code for ${name} came within ${String(codeMs / 1000)} s`);
  const signed = await insist(world.origin, world.journal, {
    method: "POST",
    path: `/sign/file_id/${String(fileId)}`,
    as,
    json: { code },
  });
  if (isDone(signed)) world.journal.note("sign", name);
  else unexpected(world, `signing by code`, name, signed);
}

/** The code of the mail about this document, as the kept mails have it. */
async function codeFor(world: World, to: string, name: string): Promise<string | null> {
  const secrets = makeSecretBox(appSecret);
  const endsAt = performance.now() + codeMs;
  while (performance.now() < endsAt) {
    const mails = await withDatabase(world, (db) =>
      db.select().from(keptMessages).where(eq(keptMessages.to, to)).orderBy(desc(keptMessages.id)).limit(40),
    );
    for (const { sealedBody } of mails) {
      const { text } = JSON.parse(secrets.open("kept-message", sealedBody).toString()) as { text: string };
      const code = text.includes(name) ? /\b(\d{6})\b/.exec(text)?.[1] : undefined;
      if (code) return code;
    }
    await sleep(200);
  }
  return null;
}

/** With a connection of its own: the database is killed now and then, and may be elsewhere afterwards. */
async function withDatabase<Value>(world: World, work: (db: Db) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    let connection: ReturnType<typeof connect> | null = null;
    try {
      connection = connect(databaseUrl(world.dataDir), 1);
      return await work(connection.db);
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(200);
    } finally {
      await connection?.close();
    }
  }
}
