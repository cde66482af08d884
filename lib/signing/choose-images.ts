import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { storedSignatures } from "@/db/schema/accounts";
import type { Field } from "@/db/schema/files";
import { guestSignatures } from "@/db/schema/guests";
import type { Ctx } from "@/lib/platform/context";
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
 * The signer's choice, else the newest stored image of the field's type. Throws `signature_image_missing` for a required field without one,
 * `validation_failed` for another signer's field, another owner's image, or an image of the wrong type. `isTextOnly`: signature fields show no image.
 */
export async function chooseImages(
  ctx: Ctx,
  owner: SigningAttempt["actor"],
  mine: readonly Field[],
  choices: SignInput["elements"] = [],
  isTextOnly = false,
): Promise<ChosenImages> {
  const all = mine.filter(isImageField);
  assertBoxes(all, choices);
  const boxes = isTextOnly ? all.filter(({ type }) => type !== "signature") : all;
  const stored = boxes.length === 0 ? [] : await listStoredImages(ctx, owner);
  const keyOf = new Map<number, string>();
  for (const box of boxes) {
    const choice = choices.findIndex((candidate) => candidate.documentElementId === box.id);
    const id = choice < 0 ? stored.find((image) => image.type === box.type)?.id : choices[choice]?.profileElementId;
    if (choice >= 0) {
      const image = stored.find((candidate) => candidate.id === id);
      assertUnchanged(image, choices[choice]?.updatedAt);
      assertChosen(image, box, choice);
    }
    if (id !== undefined) keyOf.set(box.id, String(id));
    else if (box.required)
      throw new DomainError("signature_image_missing", {
        detail: `Store an image of your ${box.type === "initial" ? "initials" : box.type} first.`,
      });
  }
  const used = stored.filter(({ id }) => [...keyOf.values()].includes(String(id)));
  return { keyOf, images: await loadStoredImages(ctx, owner, used) };
}

function assertBoxes(boxes: readonly Field[], choices: NonNullable<SignInput["elements"]>): void {
  for (const [index, choice] of choices.entries()) {
    if (!boxes.some((box) => box.id === choice.documentElementId))
      throw invalid(
        `/elements/${index}/documentElementId`,
        "unknown",
        `elements[${index}].documentElementId is not one of your fields that take an image`,
      );
  }
}

function assertChosen(image: { type: string } | undefined, box: Pick<Field, "type">, index: number): void {
  const pointer = `/elements/${index}/profileElementId`;
  if (!image) throw invalid(pointer, "unknown", `elements[${index}].profileElementId names no stored image of yours`);
  if (image.type !== box.type)
    throw invalid(
      pointer,
      "type_mismatch",
      `elements[${index}].profileElementId is an image of type ${image.type}; the box takes one of type ${box.type}`,
    );
}

/** Throws `race_lost` for a picture that its owner changed or removed, in another window, after it was shown. */
function assertUnchanged(image: Pick<StoredImage, "updatedAt"> | undefined, shown: string | undefined): void {
  if (shown === undefined || image?.updatedAt.getTime() === new Date(shown).getTime()) return;
  throw new DomainError("race_lost", {
    detail: "The image of your signature was changed after it was shown to you. Look at it again first.",
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

/** The images as PNG, by id: the bytes of those that were listed, or `race_lost`. */
async function loadStoredImages(
  ctx: Ctx,
  owner: ImageOwner,
  listed: readonly StoredImage[],
): Promise<Record<string, Buffer>> {
  if (listed.length === 0) return {};
  const table = tableOf(owner);
  const ids = listed.map(({ id }) => id);
  const rows = await ctx.db
    .select({ id: table.id, png: table.png, updatedAt: table.updatedAt })
    .from(table)
    .where(and(ownedBy(owner), inArray(table.id, ids)));
  for (const { id, updatedAt } of listed)
    assertUnchanged(
      rows.find((row) => row.id === id),
      updatedAt.toISOString(),
    );
  return Object.fromEntries(rows.map((row) => [String(row.id), row.png]));
}

function tableOf(owner: ImageOwner): typeof storedSignatures | typeof guestSignatures {
  return owner.kind === "guest" ? guestSignatures : storedSignatures;
}

function ownedBy(owner: ImageOwner): SQL | undefined {
  if (owner.kind === "guest") return eq(guestSignatures.signRequestId, owner.signRequestId);
  return and(eq(storedSignatures.accountId, owner.account.id), isNull(storedSignatures.deletedAt));
}
