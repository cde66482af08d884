import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { storedSignatures } from "@/db/schema/accounts";
import type { Field } from "@/db/schema/files";
import { guestSignatures } from "@/db/schema/guests";
import type { Ctx } from "@/lib/context/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { isImageType } from "@/lib/platform/field-rules/details";
import type { SigningAttempt } from "@/lib/signing/proof/may-sign";
import type { SignInput } from "./schema";

/** The stored image for each field, and the images by the key that fields refer to. */
export interface ChosenImages {
  keyOf: ReadonlyMap<number, string>;
  images: Record<string, Buffer>;
}

export function isImageField(field: Pick<Field, "type">): boolean {
  return isImageType(field.type);
}

/**
 * The signer's choice, else the newest stored image of the field's type. Throws `signature_image_missing` for a
 * required field without one, `validation_failed` for another signer's field, another owner's image, or an image of the
 * wrong type. `isTextOnly`: signature fields show no image.
 */
export async function chooseImages(
  ctx: Ctx,
  owner: SigningAttempt["actor"],
  mine: readonly Field[],
  choices: SignInput["elements"] = [],
  isTextOnly = false,
): Promise<ChosenImages> {
  const all = mine.filter(isImageField);
  assertFields(all, choices);
  const fields = isTextOnly ? all.filter(({ type }) => type !== "signature") : all;
  const chosen = choices.map(({ profileElementId }) => profileElementId);
  const stored = fields.length === 0 ? [] : await readStoredImages(ctx, owner, chosen);
  const keyOf = new Map<number, string>();
  for (const field of fields) {
    const choice = choices.findIndex((candidate) => candidate.documentElementId === field.id);
    const id = choice < 0 ? stored.find((image) => image.type === field.type)?.id : choices[choice]?.profileElementId;
    if (choice >= 0) {
      const image = stored.find((candidate) => candidate.id === id);
      assertUnchanged(image, choices[choice]?.updatedAt);
      assertChosen(image, field, choice);
    }
    if (id !== undefined) keyOf.set(field.id, String(id));
    else if (field.required)
      throw new DomainError("signature_image_missing", {
        ...(field.type === "initial" && { reason: "initials_missing" as const }),
        ...(field.type === "stamp" && { reason: "stamp_missing" as const }),
        detail: `Store an image of your ${field.type === "initial" ? "initials" : field.type} first.`,
      });
  }
  const used = new Set(keyOf.values());
  const images = stored.flatMap(({ id, png }) => (png && used.has(String(id)) ? [[String(id), png] as const] : []));
  return { keyOf, images: Object.fromEntries(images) };
}

function assertFields(fields: readonly Field[], choices: NonNullable<SignInput["elements"]>): void {
  for (const [index, choice] of choices.entries()) {
    if (!fields.some((field) => field.id === choice.documentElementId))
      throw invalid(
        `/elements/${index}/documentElementId`,
        "unknown",
        `elements[${index}].documentElementId is not one of your fields that take an image`,
      );
  }
}

function assertChosen(image: { type: string } | undefined, field: Pick<Field, "type">, index: number): void {
  const pointer = `/elements/${index}/profileElementId`;
  if (!image) throw invalid(pointer, "unknown", `elements[${index}].profileElementId is not one of your stored images`);
  if (image.type !== field.type)
    throw invalid(
      pointer,
      "type_mismatch",
      `elements[${index}].profileElementId is an image of type ${image.type}; the field takes one of type ${field.type}`,
    );
}

/** Throws `race_lost` for a picture that its owner changed or removed in another window after it was shown. */
function assertUnchanged(image: Pick<StoredImage, "updatedAt"> | undefined, shown: string | undefined): void {
  if (shown === undefined || image?.updatedAt.getTime() === new Date(shown).getTime()) return;
  throw new DomainError("race_lost", {
    reason: "changed_since_shown",
    detail: "The image of your signature was changed after it was shown to you. Review it again.",
  });
}

interface StoredImage {
  id: number;
  type: string;
  updatedAt: Date;
}

type ImageOwner = SigningAttempt["actor"];

/** The signer's stored images, newest first: the account's, or those a guest stored for this request. */
export async function listStoredImages(ctx: Ctx, owner: ImageOwner): Promise<StoredImage[]> {
  const table = tableOf(owner);
  return ctx.db
    .select({ id: table.id, type: table.type, updatedAt: table.updatedAt })
    .from(table)
    .where(ownedBy(owner))
    .orderBy(desc(table.updatedAt), desc(table.id));
}

/** The stored images, with the bytes of those that can be used: the newest of each type, and those that were chosen. */
async function readStoredImages(
  ctx: Ctx,
  owner: ImageOwner,
  chosen: readonly number[],
): Promise<(StoredImage & { png: Buffer | null })[]> {
  const { id, type, updatedAt, png } = tableOf(owner);
  const isUsable = sql`(${id} = any(${sql.param(chosen)}::int[]) or row_number() over (partition by ${type} order by ${updatedAt} desc, ${id} desc) = 1)`;
  return ctx.db
    .select({ id, type, updatedAt, png: sql<Buffer | null>`case when ${isUsable} then ${png} end` })
    .from(tableOf(owner))
    .where(ownedBy(owner))
    .orderBy(desc(updatedAt), desc(id));
}

function tableOf(owner: ImageOwner): typeof storedSignatures | typeof guestSignatures {
  return owner.kind === "guest" ? guestSignatures : storedSignatures;
}

function ownedBy(owner: ImageOwner): SQL | undefined {
  if (owner.kind === "guest") return eq(guestSignatures.signRequestId, owner.signRequestId);
  return and(eq(storedSignatures.accountId, owner.account.id), isNull(storedSignatures.deletedAt));
}
