import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { connect, type Db } from "@/db/client";
import { insist } from "./client";
import type { Random } from "./kills";
import { isDone, pdf, type Document } from "./operations";
import { databaseUrl, signPassword, type World } from "./world";

const longestMs = 120_000;

export interface EnvelopeFigures {
  envelopes: number;
  files: number;
  /** How many kills found the signatures stored, and how many found none. */
  signed: number;
  unsigned: number;
}

/**
 * Repeatedly kills the server while an envelope is signed, and checks that all of its files have the signature or none
 * does, and likewise for the seal.
 */
export async function killDuringEnvelopes(
  world: World,
  random: Random,
  { envelopes, files }: { envelopes: number; files: number },
): Promise<EnvelopeFigures> {
  const figures: EnvelopeFigures = { envelopes, files, signed: 0, unsigned: 0 };
  for (let n = 0; n < envelopes; n++) {
    const envelope = await send(world, `Envelope ${n + 1}`, files);
    const answer = insist(world.origin, world.journal, {
      method: "POST",
      path: `/sign/file_id/${envelope.fileId}`,
      as: world.signers[0],
      json: { password: signPassword },
    });
    await sleep(2500 * random());
    await world.server.kill();
    await world.restart();
    const found = await withDatabase(world, (db) => compare(world, db, envelope, files));
    figures[found] += 1;
    const reply = await answer;
    const isSigned = reply !== null && (reply.status < 400 || reply.code === "already_signed");
    if (!isSigned) world.journal.complain("lost", `${envelope.name} was not signed: ${JSON.stringify(reply)}`);
    await untilSealed(world, envelope);
    if ((await withDatabase(world, (db) => compare(world, db, envelope, files))) === "unsigned")
      world.journal.complain("lost", `${envelope.name} is sealed without its signature`);
  }
  return figures;
}

async function send(world: World, name: string, files: number): Promise<Document> {
  const file = { base64: pdf.toString("base64") };
  const place = { page: 1, left: 72, top: 600, width: 150, height: 50 };
  const reply = await insist(world.origin, world.journal, {
    method: "POST",
    path: "/envelopes",
    as: world.admin,
    json: {
      name,
      status: 1,
      files: Array.from({ length: files }, (_, index) => ({ name: `${name}, file ${index + 1}`, file })),
      users: [
        {
          email: world.signers[0].email,
          signMethod: "password",
          visibleElements: Array.from({ length: files }, (_, index) => ({
            type: "text",
            required: false,
            file: index,
            coordinates: place,
          })),
        },
      ],
    },
  });
  if (!isDone(reply)) throw new Error(`/envelopes: ${JSON.stringify(reply)}`);
  return { name, fileId: Number(reply.body["fileId"]), uuid: String(reply.body["uuid"]) };
}

/** Complains about an envelope of which only some files are signed or sealed. */
async function compare(
  { journal }: World,
  db: Db,
  { fileId, name }: Document,
  files: number,
): Promise<"signed" | "unsigned"> {
  const { rows } = await db.execute<{
    signed: number;
    sealed: number;
    parts: number;
    facts: number;
    isSigned: boolean;
  }>(sql`
    select count(*)::int as parts,
      (count(*) filter (where exists (select from file_segments s where s.file_id = p.id and s.kind = 'signature')))::int as signed,
      (count(*) filter (where exists (select from file_segments s where s.file_id = p.id and s.kind = 'seal')))::int as sealed,
      (select count(*)::int from envelope_signatures g join files f on f.id = g.file_id where f.envelope_id = ${fileId}) as facts,
      (select bool_or(status = 'signed') from sign_requests where file_id = ${fileId}) as "isSigned"
    from files p where p.envelope_id = ${fileId}`);
  const [found] = rows;
  const isWhole = (count: number | undefined): boolean => count === 0 || count === files;
  if (found?.parts !== files) journal.complain("lost", `${name} has ${found?.parts ?? 0} files`);
  if (!isWhole(found?.signed) || !isWhole(found?.sealed) || found?.facts !== found?.signed)
    journal.complain("lost", `${name} is signed in ${found?.signed} and sealed in ${found?.sealed} of ${files} files`);
  if (found?.isSigned !== (found?.signed === files))
    journal.complain("lost", `${name}: the signer and the files disagree`);
  return found?.signed === files ? "signed" : "unsigned";
}

async function untilSealed(world: World, { uuid, name }: Document): Promise<void> {
  const endsAt = performance.now() + longestMs;
  let status: unknown = null;
  while (performance.now() < endsAt) {
    const reply = await insist(world.origin, world.journal, {
      method: "GET",
      path: `/envelopes/${uuid}`,
      as: world.admin,
    });
    status = reply?.body["status"];
    if (status === 3) return;
    await sleep(300);
  }
  world.journal.complain("stuck", `${name} has the state ${String(status)} and no seal`);
}

async function withDatabase<Value>(world: World, work: (db: Db) => Promise<Value>): Promise<Value> {
  const connection = connect(databaseUrl(world.dataDir), 1);
  try {
    return await work(connection.db);
  } finally {
    await connection.close();
  }
}
