import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull } from "drizzle-orm";
import { signRequests, type Field, type File, type SignRequestRole } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { withFileErrors } from "@/lib/engine/file-errors";
import { contrast, leastContrast } from "@/lib/platform/brand";
import { DomainError, invalid, invalidAt, violationAt } from "@/lib/platform/errors";
import { detailsOf, isSignatureType, isTicked, readTick, takesValue } from "@/lib/platform/field-rules/details";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { isPattern, matches } from "@/lib/platform/field-rules/pattern";
import { defectOf } from "@/lib/platform/field-rules/rule-defects";
import { makePatternBudget, type Taken } from "./budget";
import { assertConditions } from "./conditions";
import { faultText } from "./fault-text";
import type { FieldContent, FieldPlan, OtherField } from "./field-content";
import { assertOnPage } from "./geometry";

/**
 * Checks the rules of planned fields among all fields that remain. Throws `sign_request_not_in_file`,
 * `page_out_of_range`, `element_outside_page`, `signed_file_one_element`, `validation_failed`, with a pointer to the
 * field in the call.
 */
export async function assertPlan(
  ctx: Ctx,
  file: File,
  stored: readonly Field[],
  { fields, removed, isNamedAlone }: FieldPlan,
  elsewhere: Taken,
): Promise<void> {
  const signers = await ctx.db
    .select({ id: signRequests.id, role: signRequests.role, step: signRequests.signingOrder })
    .from(signRequests)
    .where(and(eq(signRequests.fileId, file.envelopeId ?? file.id), isNull(signRequests.removedAt)));
  const roles = new Map(signers.map(({ id, role }) => [id, role]));
  const gone = new Set([...removed, ...fields.flatMap(({ current }) => (current ? [current.id] : []))]);
  const untouched = stored.filter(({ id }) => !gone.has(id));
  const placed: OtherField[] = [...untouched];
  const patterns = makePatternBudget();
  for (const field of untouched) patterns.take(field);
  for (const { content, pointer } of fields) {
    const role = roles.get(content.signRequestId);
    if (role === undefined) throw noSignerOfFile(pointer);
    if (role !== "signer") throw noFieldsFor(role, `${pointer}/signRequestId`);
    assertOnPage(file.pages, content, { pointer: `${pointer}/coordinates` });
    patterns.take(content, pointer);
    assertFits(ctx, file, content, placed, pointer, elsewhere.fields);
    placed.push(content);
  }
  const steps = new Map(signers.map(({ id, step }) => [id, step]));
  const judged = [
    ...untouched.map((content) => ({ content, pointer: null })),
    // A condition broken by a change of another field is reported at release. Otherwise an editor could not save one
    // change after the other.
    ...fields.map(({ current, content, pointer }) => ({
      content,
      pointer: current && !isNamedAlone && !isChanged(current, content) ? null : pointer,
    })),
  ];
  assertConditions(
    judged.map(({ content, pointer }) => ({
      content,
      pointer,
      scope: file.id,
      step: steps.get(content.signRequestId) ?? 0,
    })),
    elsewhere.characters,
  );
}

/**
 * Checks those rules of a field among the `others` of its document that need no database. `elsewhere`: the fields in
 * the envelope's other files. Throws `signed_file_one_element`, `validation_failed`.
 */
export function assertFits(
  ctx: Pick<Ctx, "limits">,
  file: Pick<File, "alreadySigned">,
  content: FieldContent,
  others: readonly OtherField[],
  pointer: string,
  elsewhere = 0,
): void {
  assertDetails(content, pointer);
  assertValue(content, others, pointer);
  const most = ctx.limits.elementsPerFile;
  if (elsewhere + others.length >= most)
    throw invalid(pointer, "too_many", `a document or envelope can have ${most} fields at most`);
  if (file.alreadySigned) assertOnlySignature(content, others);
}

/** For a field of a person who does not sign. */
export function noFieldsFor(role: SignRequestRole, pointer: string): DomainError {
  return invalid(pointer, "not_allowed", (member) => `${member} is for a signer only; this person's role is ${role}`);
}

/** For a field whose `signRequestId` is not a signer of its document. */
function noSignerOfFile(pointer: string): DomainError {
  const violation = violationAt(
    `${pointer}/signRequestId`,
    "sign_request_not_in_file",
    (member) => `${member} is not a signer of this document`,
  );
  return invalidAt([violation], "sign_request_not_in_file");
}

/** Whether the stored field would change. */
export function isChanged(current: Field, content: FieldContent): boolean {
  const stored = { ...current, ...detailsOf(current) };
  return (Object.keys(content) as (keyof FieldContent)[]).some(
    (name) => !isDeepStrictEqual(stored[name], content[name]),
  );
}

/**
 * More than one new signature field per signer would break the signatures already in the upload
 * (docs/spec/signing.md#preparation).
 */
function assertOnlySignature(content: FieldContent, others: readonly { signRequestId: number }[]): void {
  const isFirst = !others.some((other) => other.signRequestId === content.signRequestId);
  if (isFirst && isSignatureType(content.type)) return;
  throw new DomainError("signed_file_one_element", {
    detail: "This document already contains signatures: each signer can have one field, of type signature or initial.",
  });
}

/** A text to be drawn on the document, and the member of the call that contains it. */
export interface TextToDraw {
  text: string;
  pointer: string;
  /** The beginning of a sentence about it, unless that is the name of the member. */
  subject?: string;
}

interface Valued {
  value?: string | null | undefined;
}

/** The value of a field at `place` in the call, if it has one. */
export function textOf({ value }: Valued, place: string): TextToDraw[] {
  const pointer = `${place}/value`;
  return value ? [{ text: value, pointer }] : [];
}

/** The values of fields in a list of the call. */
export function textsOf(fields: readonly Valued[], list: string): TextToDraw[] {
  return fields.flatMap((field, index) => textOf(field, `${list}/${index}`));
}

/**
 * Missing characters must never be drawn as empty boxes, so text that no bundled font can draw is refused before any
 * signer is invited. Throws `glyph_missing` with a violation per text that lists the characters, and `unavailable`.
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
    .map(({ pointer, subject, missing: characters }) =>
      violationAt(
        pointer,
        "glyph_missing",
        (member) =>
          `${subject ?? member} contains characters that cannot be drawn on the document: ${characters.map(nameCharacter).join(", ")}`,
      ),
    );
  throw new DomainError("glyph_missing", { detail: violations.map(({ detail }) => detail).join("; "), violations });
}

/** Control characters are not drawn: a line break ends a line, and others are dropped. */
async function missingIn(ctx: Ctx, texts: readonly string[]): Promise<string[]> {
  const drawn = texts.map((text) => text.replace(/\p{Cc}/gu, " ")).filter((text) => text.trim() !== "");
  return drawn.length === 0 ? [] : ctx.engine.missingGlyphs(drawn);
}

/** Such as `🦄 (U+1F984)`, or only the code for an invisible character. */
function nameCharacter(cluster: string): string {
  const codes = Array.from(
    cluster,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  ).join(" ");
  return /^\P{C}+$/u.test(cluster) ? `${cluster} (${codes})` : codes;
}

const paper = "#ffffff";

/** Rules, group, time zone and text style of a field must fit its type. Throws `validation_failed`. */
function assertDetails(content: FieldContent, pointer: string): void {
  const defect = defectOf(content, isPattern);
  if (defect) {
    const member = `${pointer}/${defect.member}`;
    throw invalid(member, defect.code, (name) => `${name} ${defect.detail}`);
  }
  if (content.type === "day" && content.dateFormat?.includes("HH"))
    throw invalid(
      `${pointer}/dateFormat`,
      "not_allowed",
      (member) => `${member} with a time is for the date of signing only`,
    );
  if (content.colour !== null && contrast(content.colour, paper) < leastContrast)
    throw invalid(
      `${pointer}/colour`,
      "contrast_too_low",
      (member) => `${member} needs a contrast of ${leastContrast} or more with white paper`,
      leastContrast,
    );
}

/** A value set by the requester must follow the same rules as the signer's. Throws `validation_failed`. */
function assertValue(content: FieldContent, others: readonly OtherField[], pointer: string): void {
  const { type, value, readOnly } = content;
  if (readOnly && !takesValue(type))
    throw invalid(`${pointer}/readOnly`, "not_allowed", (member) => `${member} is for fields that take a value only`);
  if (value === null) return;
  const member = `${pointer}/value`;
  if (content.calculate !== null)
    throw invalid(member, "not_allowed", (name) => `${name} is of a calculated field, whose value nobody gives`);
  if (isTicked(type)) {
    const isOn = readTick(value);
    if (isOn === null)
      throw invalid(
        member,
        "type_invalid",
        (name) => `${name} of a ${type === "radio" ? "radio button" : type} must be true or false`,
      );
    if (isOn && type === "radio" && others.some((other) => isOtherChoice(content, other)))
      throw invalid(member, "more_than_one", (name) => `${name} is the second of its group that is chosen`);
    return;
  }
  const fault = faultOf(content, value, matches);
  if (fault) throw invalid(member, fault.code, (name) => `${name} ${faultText(fault)}`);
}

/** Whether the other field is a selected button of the same group. */
function isOtherChoice({ type, group, signRequestId }: FieldContent, other: OtherField): boolean {
  const isSameGroup = other.type === type && other.group === group && other.signRequestId === signRequestId;
  return isSameGroup && other.value !== null && readTick(other.value) === true;
}
