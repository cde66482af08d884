import { asc, desc, eq } from "drizzle-orm";
import sharp from "sharp";
import {
  files,
  fileSegments,
  signRequests,
  type File,
  type ImageType,
  type SignRequest,
  type SignRequestRole,
} from "@/db/schema/files";
import { outboxJobs, settings } from "@/db/schema/work";
import { auditEvents, type AuditEvent } from "@/db/views";
import { storeImages } from "@/lib/accounts/signatures/images";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { signMethodNames, type SignMethodName } from "@/lib/context/sign-methods/method-names";
import { addField } from "@/lib/documents/fields/add";
import type { SignerField } from "@/lib/documents/fields/schema";
import { toBlobs } from "@/lib/documents/storage/segments";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { createDocument } from "@/lib/requests/create";
import { releaseFile } from "@/lib/requests/release";
import { revealLink } from "@/lib/requests/signers/signer-language";
import type { AttachmentRequestInput } from "@/lib/requests/state/schema";
import { actingAs, makeAccount, type AtLeastOne, type EachOf } from "@/lib/testing/accounts";
import { lendInstanceKeys } from "@/lib/testing/instance-keys";

export interface ScenarioSigner {
  name: string;
  method?: SignMethodName;
  /** The number given in the request. */
  phone?: string;
  fields?: readonly (Omit<SignerField, "coordinates"> & Partial<Pick<SignerField, "coordinates">>)[];
  /** False: the account's address is not confirmed yet. */
  isProved?: boolean;
  signingOrder?: number;
  role?: SignRequestRole;
  attachmentRequests?: AttachmentRequestInput[];
}

/** `S` are the signers asked for: one signer for each of them. */
export interface Scenario<S extends readonly unknown[] = AtLeastOne> {
  requester: AccountActor;
  fileId: number;
  signers: EachOf<S, { actor: AccountActor; signRequestId: number; link: string; fieldIds: number[] }>;
}

/** A released document with its signers and fields, created through the use cases that the interface calls. */
export async function releasedScenario<S extends readonly ScenarioSigner[] | readonly [ScenarioSigner]>(
  ctx: Ctx,
  signers: S,
  pdf: Buffer = makePdf({ pages: [{}] }),
): Promise<Scenario<S>> {
  const scenario = await draftScenario(ctx, signers, pdf);
  await releaseFile(ctx, scenario.requester, { id: scenario.fileId });
  return scenario;
}

export async function draftScenario<S extends readonly ScenarioSigner[] | readonly [ScenarioSigner]>(
  ctx: Ctx,
  signers: S,
  pdf: Buffer = makePdf({ pages: [{}] }),
): Promise<Scenario<S>> {
  const requester = actingAs(await makeAccount(ctx));
  const actors: AccountActor[] = [];
  for (const { name, isProved = true } of signers) {
    actors.push(
      actingAs(
        await makeAccount(ctx, {
          displayName: name,
          role: "signer",
          ...(isProved ? {} : { emailProvedAt: null, emailProof: null }),
        }),
      ),
    );
  }
  await allowEveryMethod(ctx);
  await lendInstanceKeys(ctx);
  const { fileId } = await createDocument(ctx, requester, {
    file: { base64: pdf.toString("base64") },
    name: "Lease",
    users: signers.map(({ name, method, phone, signingOrder, role, attachmentRequests }, index) => ({
      email: actors[index]?.account.email ?? "",
      displayName: name,
      signMethod: method ?? "email",
      ...(role === undefined ? {} : { role }),
      ...(attachmentRequests === undefined ? {} : { attachmentRequests }),
      ...(signingOrder === undefined ? {} : { signingOrder }),
      ...(phone === undefined ? {} : { phone }),
    })),
  });
  const rows = await ctx.db
    .select()
    .from(signRequests)
    .where(eq(signRequests.fileId, fileId))
    .orderBy(asc(signRequests.id));
  const file = await readFile(ctx, fileId);
  const people: Scenario["signers"][number][] = [];
  for (const [index, actor] of actors.entries()) {
    const row = rows.find((candidate) => candidate.email === actor.account.email);
    if (!row) throw new Error("the signer was not stored");
    people.push({
      actor,
      signRequestId: row.id,
      link: revealLink(ctx, row.linkSealed),
      fieldIds: await place(ctx, requester, file, row, index, signers[index]?.fields ?? []),
    });
  }
  return { requester, fileId, signers: people as Scenario<S>["signers"] };
}

/** Allows every method, as an administrator would have done earlier; the gateways determine which are available. */
export async function allowEveryMethod(ctx: Ctx): Promise<void> {
  const value = [...signMethodNames];
  await ctx.db
    .insert(settings)
    .values({ name: "allowed_sign_methods", value })
    .onConflictDoUpdate({ target: settings.name, set: { value } });
}

async function place(
  ctx: Ctx,
  requester: AccountActor,
  file: File,
  row: SignRequest,
  column: number,
  fields: NonNullable<ScenarioSigner["fields"]>,
): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, field] of fields.entries()) {
    const { field: added } = await addField(ctx, requester, {
      coordinates: { page: 1, left: 40 + 200 * column, top: 40 + 70 * index, width: 160, height: 50 },
      ...field,
      uuid: file.uuid,
      signRequestId: row.id,
    });
    ids.push(added.elementId);
  }
  return ids;
}

/**
 * A PNG of a stroke on a transparent background. Not rendered from SVG, because the upload reader disables sharp's
 * other decoders for the whole process.
 */
export async function strokeBase64(): Promise<string> {
  const [width, height] = [120, 40];
  const rgba = Buffer.alloc(width * height * 4);
  for (let x = 2; x < width - 2; x++) {
    const y = Math.round(2 + Math.abs(x - width / 2) * 0.6);
    for (let row = y - 2; row <= y + 1; row++) rgba.set([0x10, 0x2a, 0x83, 0xff], (row * width + x) * 4);
  }
  const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return png.toString("base64");
}

export async function storeStroke(ctx: Ctx, actor: AccountActor, type: ImageType = "signature"): Promise<number> {
  const [image] = await storeImages(ctx, actor, { elements: [{ type, file: { base64: await strokeBase64() } }] });
  if (!image) throw new Error("the image was not stored");
  return image.id;
}

/** The six digits of the newest code in an e-mail. */
export async function newestCode(ctx: Ctx): Promise<string> {
  const [job] = await ctx.db
    .select()
    .from(outboxJobs)
    .where(eq(outboxJobs.kind, "code"))
    .orderBy(desc(outboxJobs.id))
    .limit(1);
  if (!job?.sealed) throw new Error("no code was sent");
  return ctx.secrets.open("outbox", job.sealed).toString();
}

/** Six digits that are not `code`. */
export function wrongCode(code: string): string {
  return code === "000000" ? "000001" : "000000";
}

export async function readFile(ctx: Ctx, fileId: number): Promise<File> {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  if (!file) throw new Error("no such file");
  return file;
}

export async function readSignRequest(ctx: Ctx, id: number): Promise<SignRequest> {
  const [row] = await ctx.db.select().from(signRequests).where(eq(signRequests.id, id));
  if (!row) throw new Error("no such sign request");
  return row;
}

/** The bytes of the current version. */
export async function readBytes(ctx: Ctx, fileId: number): Promise<Buffer> {
  const file = await readFile(ctx, fileId);
  const segments = (
    await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, fileId)).orderBy(asc(fileSegments.position))
  ).filter((segment) => segment.role === "content");
  const chunks: Buffer[] = [];
  for await (const chunk of await ctx.blobs.openAll(toBlobs(file, segments))) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function readEvents(ctx: Ctx, fileId: number): Promise<AuditEvent[]> {
  return ctx.db.select().from(auditEvents).where(eq(auditEvents.fileId, fileId)).orderBy(asc(auditEvents.seq));
}

export async function eventTypes(ctx: Ctx, fileId: number): Promise<string[]> {
  return (await readEvents(ctx, fileId)).map((event) => event.type);
}
