import { existsSync } from "node:fs";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { files, signRequests } from "@/db/schema/files";
import { templateDocuments, templates } from "@/db/schema/templates";
import type { Person } from "@/e2e/api-client";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { insist, type Reply } from "./client";
import type { OperationName } from "./journal";
import { isDone, pdf, unexpected, type Document } from "./operations";
import { appSecret, type World } from "./world";

/** How a journey reads a code from the stored e-mails and connects to the database, which kills may have moved. */
interface Means {
  codeFor(world: World, to: string, name: string): Promise<string | null>;
  withDatabase<Value>(world: World, work: (db: Db) => Promise<Value>): Promise<Value>;
}

const place = { page: 1, left: 60, top: 120, width: 140, height: 40 };

/**
 * Saves a template in two versions and makes a request from it, which an approver approves with a code and a viewer
 * reads before it is the signer's turn. Every second template is deleted at the end. Null when a step was refused.
 */
export async function prepareByTemplate(
  world: World,
  name: string,
  means: Means,
  isDeleted: boolean,
): Promise<Document | null> {
  const call = (method: string, to: string, json?: unknown, as: Person = world.admin): Promise<Reply | null> =>
    insist(world.origin, world.journal, { method, path: to, as, ...(json === undefined ? {} : { json }) });
  const done = (operation: OperationName, reply: Reply | null, document = name): Reply | null => {
    if (!isDone(reply)) return unexpected(world, operation, document, reply);
    world.journal.note(operation, document);
    return reply;
  };
  const [signer, approver] = world.signers;
  const called = `Template of ${name}`;
  const made = done(
    "saveTemplate",
    await call("POST", "/templates", {
      name: called,
      file: { base64: pdf.toString("base64") },
      roles: [
        { name: "Approver", role: "approver", signingOrder: 1, signMethod: "email", identifyMethod: "account" },
        { name: "Viewer", role: "viewer", signingOrder: 2, identifyMethod: "account" },
        { name: "Signer", signingOrder: 3, signMethod: "password" },
      ],
      fields: [{ role: "Signer", type: "date", coordinates: place }],
    }),
    called,
  );
  if (!made) return null;
  const id = String(made.body["id"]);
  if (!done("saveTemplate", await call("PUT", `/templates/${id}`, { expiresInDays: 20 }), called)) return null;
  const people = { Approver: approver, Viewer: world.viewer, Signer: signer };
  const used = await call("POST", `/templates/${id}/requests`, {
    name,
    status: 1,
    people: Object.fromEntries(Object.entries(people).map(([role, { email }]) => [role, { email }])),
  });
  if (!done("create", used) || !done("release", used)) return null;
  const document = { name, fileId: Number(used?.body["fileId"]), uuid: String(used?.body["uuid"]) };
  const linkOf = (person: Person): Promise<string> =>
    means.withDatabase(world, (db) => readLink(db, document.fileId, person));

  const approverLink = await linkOf(approver);
  const response = await call("POST", `/sign/uuid/${approverLink}/code`, {}, approver);
  if (!isDone(response)) return unexpected(world, "asking for a code", name, response);
  const code = await means.codeFor(world, approver.email, name);
  if (!code) {
    world.journal.complain("stuck", `no code for the approver of ${name} came`);
    return null;
  }
  if (!done("approve", await call("POST", `/sign/uuid/${approverLink}/approve`, { code }, approver))) return null;

  const pages = await means.withDatabase(world, (db) => db.select().from(files).where(eq(files.id, document.fileId)));
  const all = (pages[0]?.pages ?? []).map((_, index) => index + 1);
  const seen = await call("POST", `/sign/uuid/${await linkOf(world.viewer)}/seen`, { pages: all }, world.viewer);
  if (!done("read", seen)) return null;

  if (isDeleted && !done("deleteTemplate", await call("DELETE", `/templates/${id}`), called)) return null;
  return document;
}

async function readLink(db: Db, fileId: number, { email }: Person): Promise<string> {
  const [row] = await db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.fileId, fileId), eq(signRequests.email, email)));
  return row ? makeSecretBox(appSecret).open("sign-link", row.linkSealed).toString() : "";
}

/** Every saved template exists with its versions and bytes, or is deleted together with its bytes. */
export async function compareTemplates(world: World, db: Db): Promise<void> {
  const rows = await db.select().from(templates);
  const documents = await db.select().from(templateDocuments);
  const count = (operation: OperationName, name: string): number =>
    world.journal.acknowledged.filter((act) => act.operation === operation && act.document === name).length;
  for (const name of new Set(world.journal.acknowledged.map(({ document }) => document))) {
    const [saves, deletions] = [count("saveTemplate", name), count("deleteTemplate", name)];
    if (saves === 0) continue;
    const found = rows.filter((row) => row.name === name);
    const [template] = found;
    if (!template) world.journal.complain("lost", `${name} is not there`);
    else if (found.length > 1) world.journal.complain("doubled", `${name} is there ${String(found.length)} times`);
    else if (template.version < saves)
      world.journal.complain(
        "lost",
        `${name} was saved ${String(saves)} times and has version ${String(template.version)}`,
      );
    else if (template.version > saves + 1 || (deletions > 0 && template.version > saves))
      world.journal.complain("doubled", `${name} has version ${String(template.version)} after ${String(saves)} saves`);
    else if (deletions > 0 && template.deletedAt === null) world.journal.complain("lost", `${name} is not deleted`);
  }
  for (const { templateId, uuid, segments } of documents)
    for (const { sha256 } of segments)
      if (!existsSync(path.join(world.dataDir, "blobs", uuid, sha256)))
        world.journal.complain("lost", `bytes of template ${String(templateId)} are missing`);
}
