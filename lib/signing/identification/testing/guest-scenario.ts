import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { signRequests, type FieldType, type SignMethod } from "@/db/schema/files";
import { settings } from "@/db/schema/work";
import { addField } from "@/lib/documents/fields/add";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import type { AccountActor, Actor, Ctx, GuestActor } from "@/lib/platform/context";
import { createDocument } from "@/lib/requests/create";
import { releaseFile } from "@/lib/requests/release";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { confirmIdentification, identify } from "@/lib/signing/identification/confirm";
import { findGuest } from "@/lib/signing/identification/guest";
import { newestCode, readFile } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { lendInstanceKeys } from "@/lib/testing/instance-keys";

export const anybody: Actor = { kind: "public" };

export interface InvitedSigner {
  signRequestId: number;
  link: string;
  email: string;
  fieldIds: number[];
}

export interface GuestScenario {
  requester: AccountActor;
  fileId: number;
  uuid: string;
  signers: InvitedSigner[];
}

export interface WantedGuest {
  phone?: string;
  signMethod?: SignMethod;
  boxes?: readonly FieldType[];
}

/** A released document whose signers have no account and identify by `method`. */
export async function guestScenario(
  ctx: Ctx,
  method: "account" | "email" | "sms",
  wanted: readonly WantedGuest[] = [{}],
): Promise<GuestScenario> {
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
    for (const type of wanted[index]?.boxes ?? []) {
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
  if (!guest) throw new Error("the token stands for nobody");
  return guest;
}
