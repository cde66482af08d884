import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { files, signRequests } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import type { Person } from "@/e2e/api-client";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { insist, type Call, type Reply } from "./client";
import { appSecret, signPassword, type World } from "./world";

export const pdf = readFileSync("public/samples/lease.pdf");

export interface Document {
  name: string;
  fileId: number;
  uuid: string;
}

/** All parties of a document act through these operations; each is recorded once acknowledged. */
export async function create(
  world: World,
  name: string,
  more: {
    status?: 1;
    signers?: readonly { person: Person; signMethod: "password" | "email" }[];
    /** The sample lease by default. */
    bytes?: Buffer;
  } = {},
): Promise<Document | null> {
  const users = (more.signers ?? [{ person: world.signers[0], signMethod: "password" as const }]).map(
    ({ person, signMethod }) => ({ email: person.email, displayName: "A Signer", signMethod }),
  );
  const reply = await insist(world.origin, world.journal, {
    method: "POST",
    path: "/request-signature",
    as: world.admin,
    json: {
      file: { base64: (more.bytes ?? pdf).toString("base64") },
      name,
      users,
      ...(more.status ? { status: more.status } : {}),
    },
  });
  if (!isDone(reply)) return unexpected(world, "create", name, reply);
  world.journal.note("create", name);
  if (more.status) world.journal.note("release", name);
  return { name, fileId: Number(reply.body["fileId"]), uuid: String(reply.body["uuid"]) };
}

type Transition = "release" | "delete" | "withdraw" | "decline" | "sign" | "edit" | "expire";
export const transitions: readonly Transition[] = [
  "release",
  "delete",
  "withdraw",
  "decline",
  "sign",
  "edit",
  "expire",
];

/** Runs an operation and records it once acknowledged. Returns the reply; null without one. */
export async function runOperation(
  world: World,
  db: Db,
  transition: Transition,
  document: Document,
): Promise<Reply | null> {
  if (transition === "expire") return expire(db, document);
  const reply = await insist(world.origin, world.journal, await callOf(world, db, transition, document));
  if (isDone(reply)) world.journal.note(transition, document.name);
  return reply;
}

async function callOf(
  world: World,
  db: Db,
  transition: Exclude<Transition, "expire">,
  { fileId, uuid, name }: Document,
): Promise<Call> {
  switch (transition) {
    case "release":
      return { method: "PATCH", path: "/request-signature", as: world.admin, json: { uuid, status: 1 } };
    case "edit":
      return {
        method: "PATCH",
        path: "/request-signature",
        as: world.admin,
        json: {
          uuid,
          expiresAt: new Date(Date.now() + 86_400_000 + Math.floor(Math.random() * 86_400_000)).toISOString(),
        },
      };
    case "delete":
      return { method: "DELETE", path: `/file/${uuid}`, as: world.admin };
    case "withdraw":
      return { method: "DELETE", path: `/sign/file_id/${String(fileId)}`, as: world.admin };
    case "sign":
      return {
        method: "POST",
        path: `/sign/file_id/${String(fileId)}`,
        as: world.signers[0],
        json: { password: signPassword },
      };
    case "decline":
      return {
        method: "POST",
        path: `/sign/uuid/${await linkOf(db, fileId)}/decline`,
        as: null,
        json: { reason: `not ${name}` },
      };
  }
}

/** The link in the signer's e-mail. */
async function linkOf(db: Db, fileId: number): Promise<string> {
  const [signer] = await db.select().from(signRequests).where(eq(signRequests.fileId, fileId));
  return signer ? makeSecretBox(appSecret).open("sign-link", signer.linkSealed).toString() : "";
}

/** Moves the document's expiry to now and queues its job. */
async function expire(db: Db, { fileId }: Document): Promise<null> {
  await db.update(files).set({ expiresAt: new Date() }).where(eq(files.id, fileId));
  await db.insert(outboxJobs).values({ kind: "expire", payload: { fileId } });
  return null;
}

export function isDone(reply: Reply | null): reply is Reply {
  return reply !== null && reply.status < 300;
}

/** Complains about an answer that only a fault can explain, such as a rejection of a good file. */
export function unexpected(world: World, what: string, name: string, reply: Reply | null): null {
  if (reply)
    world.journal.complain(
      "lost",
      `${what} of ${name} was refused: ${String(reply.status)} ${reply.code ?? ""}: ${JSON.stringify(reply.body["detail"] ?? "")}`,
    );
  return null;
}
