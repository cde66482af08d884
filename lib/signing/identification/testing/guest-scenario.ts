import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { signRequests, type FieldType, type SignMethod } from "@/db/schema/files";
import { settings } from "@/db/schema/work";
import type { AccountActor, Actor, Ctx, GuestActor } from "@/lib/context/context";
import { addField } from "@/lib/documents/fields/add";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { createDocument } from "@/lib/requests/create";
import { releaseFile } from "@/lib/requests/release";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { confirmIdentification, identify } from "@/lib/signing/identification/confirm";
import { findGuest } from "@/lib/signing/identification/guest";
import { newestCode, readFile } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount, type AtLeastOne, type EachOf } from "@/lib/testing/accounts";
import { lendInstanceKeys } from "@/lib/testing/instance-keys";

export const anybody: Actor = { kind: "public" };

export interface InvitedSigner {
  signRequestId: number;
  link: string;
  email: string;
  fieldIds: number[];
}

/** `W` are the guests asked for: one signer for each of them. */
export interface GuestScenario<W extends readonly unknown[] = AtLeastOne> {
  requester: AccountActor;
  fileId: number;
  uuid: string;
  signers: EachOf<W, InvitedSigner>;
}

export interface WantedGuest {
  phone?: string;
  signMethod?: SignMethod;
  fields?: readonly FieldType[];
}

type IdentifyMethod = "account" | "email" | "sms";

/** A released document whose signers have no account and identify by `method`. */
export async function guestScenario(ctx: Ctx, method: IdentifyMethod): Promise<GuestScenario<[WantedGuest]>>;
export async function guestScenario<W extends readonly WantedGuest[] | readonly [WantedGuest]>(
  ctx: Ctx,
  method: IdentifyMethod,
  wanted: W,
): Promise<GuestScenario<W>>;
export async function guestScenario(
  ctx: Ctx,
  method: IdentifyMethod,
  wanted: readonly WantedGuest[] = [{}],
): Promise<GuestScenario<unknown[]>> {
  await ctx.db
    .insert(settings)
    .values({ name: "identify_method", value: [method] })
    .onConflictDoUpdate({ target: settings.name, set: { value: [method] } });
  const requester = actingAs(await makeAccount(ctx));
  await lendInstanceKeys(ctx);
  const { fileId } = await createDocument(ctx, requester, {
    file: { base64: makePdf({ pages: [{}] }).toString("base64") },
    name: "Lease",
    users: wanted.map(({ phone, signMethod }, index) => ({
      email: `guest-${randomUUID()}@test.example`,
      displayName: `Guest ${index + 1}`,
      ...(phone ? { phone } : {}),
      ...(signMethod ? { signMethod } : {}),
    })),
  });
  const { uuid } = await readFile(ctx, fileId);
  const rows = await ctx.db
    .select()
    .from(signRequests)
    .where(eq(signRequests.fileId, fileId))
    .orderBy(asc(signRequests.id));
  const signers: InvitedSigner[] = [];
  for (const [index, row] of rows.entries()) {
    const fieldIds: number[] = [];
    for (const type of wanted[index]?.fields ?? []) {
      const added = await addField(ctx, requester, {
        uuid,
        type,
        signRequestId: row.id,
        coordinates: { page: 1, left: 40 + 200 * index, top: 40 + 70 * fieldIds.length, width: 160, height: 50 },
      });
      fieldIds.push(added.field.elementId);
    }
    signers.push({ signRequestId: row.id, link: revealLink(ctx, row.linkSealed), email: row.email, fieldIds });
  }
  await releaseFile(ctx, requester, { id: fileId });
  return { requester, fileId, uuid, signers };
}

/** Enters the code sent for identification; returns the guest's token. */
export async function identified(ctx: Ctx, { link }: Pick<InvitedSigner, "link">): Promise<string> {
  await identify(ctx, anybody, { u: link });
  const { token } = await confirmIdentification(ctx, anybody, { u: link, code: await newestCode(ctx) });
  return token;
}

/** The guest of a token, or null when it is no longer valid. */
export function guestOf(ctx: Ctx, token: string): Promise<GuestActor | null> {
  return findGuest(ctx, [token], null, "token");
}

/** Identifies a signer as a guest. */
export async function asGuest(ctx: Ctx, signer: Pick<InvitedSigner, "link">): Promise<GuestActor> {
  const guest = await guestOf(ctx, await identified(ctx, signer));
  if (!guest) throw new Error("the token belongs to nobody");
  return guest;
}
