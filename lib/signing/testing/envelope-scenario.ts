import { asc, eq } from "drizzle-orm";
import { files, signRequests, type File, type SignRequestRole } from "@/db/schema/files";
import type { AccountActor, Ctx } from "@/lib/context/context";
import type { SignerField } from "@/lib/documents/fields/schema";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { createEnvelope } from "@/lib/requests/create-envelope";
import { revealLink } from "@/lib/requests/signers/signer-language";
import type { CommittedSignature } from "@/lib/signing/commit";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, storeStroke } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount, type AtLeastOne, type EachOf } from "@/lib/testing/accounts";

export interface EnvelopePerson {
  name: string;
  /** Indexes of the files in which the person has a signature field. */
  signs?: readonly number[];
  /** Additional fields, by the index of their file. */
  fields?: readonly (Pick<SignerField, "type" | "required" | "label" | "showWhen"> & { file: number })[];
  role?: SignRequestRole;
  signingOrder?: number;
}

/** `P` are the people asked for: one entry for each of them. */
export interface EnvelopeScenario<P extends readonly unknown[] = AtLeastOne> {
  requester: AccountActor;
  fileId: number;
  uuid: string;
  people: EachOf<P, { actor: AccountActor; signRequestId: number; link: string }>;
}

/** A document of at least this many bytes. */
export function onePage(sizeBytes?: number): Buffer {
  return makePdf({ pages: [{}], ...(sizeBytes === undefined ? {} : { sizeBytes }) });
}

/** An envelope as created by its requester, sent unless `status` is 0. A text file is a data URL. */
export async function envelopeScenario<P extends readonly EnvelopePerson[] | readonly [EnvelopePerson]>(
  ctx: Ctx,
  pdfs: readonly (Buffer | string)[],
  people: P,
  status: 0 | 1 = 1,
): Promise<EnvelopeScenario<P>> {
  const requester = actingAs(await makeAccount(ctx));
  const actors: AccountActor[] = [];
  for (const { name } of people) actors.push(actingAs(await makeAccount(ctx, { displayName: name, role: "signer" })));
  const { fileId } = await createEnvelope(ctx, requester, {
    name: "Contract",
    status,
    files: pdfs.map((pdf, index) => ({
      name: `File ${index + 1}`,
      file: { base64: typeof pdf === "string" ? pdf : pdf.toString("base64") },
    })),
    users: people.map(({ name, signs = [], fields = [], role, signingOrder }, index) => ({
      email: actors[index]?.account.email ?? "",
      displayName: name,
      signMethod: "email" as const,
      ...(role === undefined ? {} : { role }),
      ...(signingOrder === undefined ? {} : { signingOrder }),
      visibleElements: [...signs.map((file) => ({ type: "signature" as const, file })), ...fields].map((field, at) => ({
        ...field,
        coordinates: { page: 1, left: 40 + 200 * index, top: 40 + 60 * (at % 10), width: 160, height: 50 },
      })),
    })),
  });
  const rows = await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, fileId));
  const [envelope] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  if (!envelope) throw new Error("no envelope");
  return {
    requester,
    fileId,
    uuid: envelope.uuid,
    people: actors.map((actor) => {
      const row = rows.find(({ email }) => email === actor.account.email);
      if (!row) throw new Error("the person was not stored");
      return { actor, signRequestId: row.id, link: revealLink(ctx, row.linkSealed) };
    }) as EnvelopeScenario<P>["people"],
  };
}

/** One person signs through their link with a code. */
export async function signEnvelope(ctx: Ctx, { people }: EnvelopeScenario, index: number): Promise<CommittedSignature> {
  const person = people[index];
  if (!person) throw new Error("nobody has this place");
  await storeStroke(ctx, person.actor);
  await requestCode(ctx, person.actor, { link: person.link });
  return sign(ctx, person.actor, { target: { link: person.link }, code: await newestCode(ctx) });
}

/** The current files of an envelope, in order. */
export function pdfsOf(ctx: Ctx, { fileId }: Pick<EnvelopeScenario, "fileId">): Promise<File[]> {
  return ctx.db.select().from(files).where(eq(files.envelopeId, fileId)).orderBy(asc(files.envelopePosition));
}
