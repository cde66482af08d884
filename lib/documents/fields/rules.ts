import { and, eq, isNull } from "drizzle-orm";
import { elements, signRequests, type Element, type ElementType, type File } from "@/db/schema/files";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { Ctx } from "@/lib/platform/context";
import { DomainError, invalid, memberName } from "@/lib/platform/errors";
import { assertOnPage } from "./geometry";

/** The content of an element: every column but ids and times. */
export type ElementContent = Pick<
  Element,
  "type" | "signRequestId" | "page" | "leftPt" | "topPt" | "widthPt" | "heightPt" | "required" | "label" | "value"
>;

const imageTypes = new Set<ElementType>(["signature", "initial"]);

/**
 * Everything an element of a draft must obey beside its shape. `elementId` is the element being changed, null for a new one.
 * Throws `sign_request_not_in_file`, `page_out_of_range`, `element_outside_page`, `signed_file_one_element`, `validation_failed`.
 */
export async function assertPlaceable(
  ctx: Ctx,
  file: File,
  content: ElementContent,
  elementId: number | null,
  pointer = "",
): Promise<void> {
  await assertSignerOfFile(ctx, file, content.signRequestId, pointer);
  assertOnPage(file.pages, content, { pointer: `${pointer}/coordinates` });
  const others = (
    await ctx.db
      .select({ id: elements.id, signRequestId: elements.signRequestId })
      .from(elements)
      .where(eq(elements.fileId, file.id))
  ).filter((other) => other.id !== elementId);
  assertFits(ctx, file, content, others, pointer);
}

/**
 * The rules of an element among the `others` of its document that need no database. Throws `signed_file_one_element`, `validation_failed`.
 */
export function assertFits(
  ctx: Pick<Ctx, "limits">,
  file: Pick<File, "alreadySigned">,
  content: ElementContent,
  others: readonly { signRequestId: number }[],
  pointer: string,
): void {
  if (content.type === "checkbox" && content.value !== null && readTick(content.value) === null)
    throw invalid(
      `${pointer}/value`,
      "type_invalid",
      `${memberName(`${pointer}/value`)} of a checkbox must be true or false`,
    );
  if (others.length >= ctx.limits.elementsPerFile)
    throw invalid(pointer, "too_many", `a document takes ${ctx.limits.elementsPerFile} elements at most`);
  if (file.alreadySigned) assertOnlySignature(content, others);
}

async function assertSignerOfFile(ctx: Ctx, file: File, signRequestId: number, pointer: string): Promise<void> {
  const isStorable = signRequestId >= 1 && signRequestId <= 2_147_483_647;
  const [signer] = !isStorable
    ? []
    : await ctx.db
        .select({ id: signRequests.id })
        .from(signRequests)
        .where(
          and(eq(signRequests.id, signRequestId), eq(signRequests.fileId, file.id), isNull(signRequests.removedAt)),
        );
  if (!signer) throw noSignerOfFile(pointer);
}

/** For an element whose `signRequestId` names no signer of its document. */
export function noSignerOfFile(pointer: string): DomainError {
  const member = `${pointer}/signRequestId`;
  const detail = `${memberName(member)} names no signer of this document`;
  return new DomainError("sign_request_not_in_file", {
    detail,
    violations: [{ pointer: member, code: "sign_request_not_in_file", detail }],
  });
}

/** More than one new signature field a signer would break the signatures that the upload brought (docs/spec/signing.md#preparation). */
function assertOnlySignature(content: ElementContent, others: readonly { signRequestId: number }[]): void {
  const isFirst = !others.some((other) => other.signRequestId === content.signRequestId);
  if (isFirst && imageTypes.has(content.type)) return;
  throw new DomainError("signed_file_one_element", {
    detail: "This document carries signatures already: each signer can have one box, of type signature or initial.",
  });
}

/** A text that will stand on the document, and the member that brought it. */
export interface TextToDraw {
  text: string;
  pointer: string;
  /** Its name, as it begins a sentence. */
  subject: string;
}

/**
 * No character is ever drawn as an empty box, so what no bundled face can draw is refused before anybody is asked to sign.
 * Throws `glyph_missing`, a violation for each text that names the characters; `unavailable`.
 */
export async function assertDrawable(ctx: Ctx, texts: readonly TextToDraw[]): Promise<void> {
  const missing = await withFileErrors(() =>
    missingIn(
      ctx,
      texts.map(({ text }) => text),
    ),
  );
  if (missing.length === 0) return;
  const found = await Promise.all(
    texts.map(async (member) => ({ ...member, missing: await missingIn(ctx, [member.text]) })),
  );
  const violations = found
    .filter((member) => member.missing.length > 0)
    .map(({ pointer, subject, missing: characters }) => {
      return {
        pointer,
        code: "glyph_missing",
        detail: `${subject} holds characters that cannot be drawn on the document: ${characters.map(nameCharacter).join(", ")}`,
      };
    });
  throw new DomainError("glyph_missing", { detail: violations.map(({ detail }) => detail).join("; "), violations });
}

/** Control characters are not drawn: a line break ends a line, the others are dropped. */
async function missingIn(ctx: Ctx, texts: readonly string[]): Promise<string[]> {
  const drawn = texts.map((text) => text.replace(/\p{Cc}/gu, " ")).filter((text) => text.trim() !== "");
  return drawn.length === 0 ? [] : ctx.engine.missingGlyphs(drawn);
}

/** Such as `🦄 (U+1F984)`; only the code for what has no look of its own. */
function nameCharacter(cluster: string): string {
  const codes = Array.from(
    cluster,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  ).join(" ");
  return /^\P{C}+$/u.test(cluster) ? `${cluster} (${codes})` : codes;
}

const spellings = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["off", false],
  ["0", false],
]);

/** A check box's value in one of the spellings of a boolean, in any case; null for anything else. */
export function readTick(value: string | boolean): boolean | null {
  return typeof value === "boolean" ? value : (spellings.get(value.trim().toLowerCase()) ?? null);
}
