import type { Field, File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { readSettings } from "@/lib/context/settings/read";
import { readPdfs, signsPdf } from "@/lib/documents/envelopes/pdfs";
import { makeMatcherWithinBudget } from "@/lib/documents/fields/budget";
import { faultText } from "@/lib/documents/fields/fault-text";
import { assertDrawable, type TextToDraw } from "@/lib/documents/fields/rules";
import {
  logoImages,
  lookOf,
  optionsOf,
  readAppearanceBrand,
  signatureContent,
} from "@/lib/documents/fields/signature-appearance";
import { readFieldsEver } from "@/lib/documents/fields/stored-fields";
import type { FieldFill } from "@/lib/pades/sign-fields";
import type { FieldContent } from "@/lib/pdf/appearance/appearance";
import type { ValueStyle } from "@/lib/pdf/appearance/appearance-text";
import { fieldOfSignature, inputFieldName } from "@/lib/pdf/fields/prepared-field";
import { DomainError, invalid, type Violation } from "@/lib/platform/errors";
import { faultsUnder, shownFields } from "@/lib/platform/field-rules/conditions/states";
import { groupOf, isTicked, readTick, takesValue } from "@/lib/platform/field-rules/details";
import { faultsOf, isDay, isLocked, tidyValue, type Fault } from "@/lib/platform/field-rules/faults";
import type { Matcher } from "@/lib/platform/field-rules/pattern";
import { writeDate } from "@/lib/platform/geometry/field-text";
import type { SignatureOptions, StatementRule } from "@/lib/platform/signature-appearance";
import { preparedId } from "@/lib/requests/state/file-state";
import { findAttempt, type SigningAttempt, type SigningTarget } from "@/lib/signing/proof/may-sign";
import { chooseImages, isImageField, type ChosenImages } from "./choose-images";
import { completeAttachments } from "./complete-attachments";
import { outcomeIn, ownFieldsOf, statesFor, type OwnField, type OwnFields, type PdfOutcome } from "./conditions";
import { signerName } from "./prove";
import type { FieldsToCheck, SignInput } from "./schema";

/** Reason and location of a signature, as the signer states them or the requester set them. */
export interface Statements {
  reason: string | null;
  location: string | null;
}

/** The contents of a signer's fields. */
export interface PlannedContents {
  /** The content of the signature field itself; null for an invisible signature. */
  content: FieldContent | null;
  fills: FieldFill[];
  images: Record<string, Buffer>;
  statements: Statements;
}

/** One PDF that the signer signs, as it was read, and the contents of the signer's fields in it. */
export interface PlannedPdf {
  pdf: File;
  contents: PlannedContents;
  outcome: PdfOutcome;
}

/**
 * Decides which PDFs are signed, and what each of the signer's fields shows. Throws `signature_image_missing`,
 * `field_missing`, `glyph_missing` with the characters, `validation_failed`; no code is used up by then.
 */
export async function planContents(
  ctx: Ctx,
  attempt: SigningAttempt,
  input: SignInput,
  signedAt: Date,
): Promise<PlannedPdf[]> {
  const pdfs = await readPdfs(ctx, attempt.file);
  const own = await readOwnFields(ctx, attempt, pdfs);
  const { mine } = own;
  const states = statesFor(own, givenValues(mine, input.fields));
  const shown = states ? shownFields(mine, states) : mine;
  const isHidden = (id: number): boolean => states?.hidden.has(id) ?? false;
  const choices = input.elements?.filter(({ documentElementId }) => !isHidden(documentElementId));
  const options = optionsOf(attempt.file, await readSettings(ctx));
  const { appearance } = options;
  const statements = await readStatements(ctx, options, input);
  const chosen = await chooseImages(ctx, attempt.actor, shown, choices, appearance.layout === "text");
  const { name, values } = await drawableValues(ctx, attempt, own, input.fields, signedAt);
  const brand = await readAppearanceBrand(ctx, appearance);
  assertSameLook(lookOf(appearance, brand, name), input.look);
  const images = { ...chosen.images, ...logoImages(brand) };
  return pdfs
    .filter((pdf) => signsPdf(mine, pdf))
    .map((pdf) => {
      // The id in the name of the PDF field. The uuid of the signing request is a secret.
      const facts = {
        ...{ name, signedAt, email: attempt.signRequest.email, id: `${pdf.uuid}-${preparedId(attempt.signRequest)}` },
        ...{ reason: statements.reason ?? "", location: statements.location ?? "" },
      };
      const signatureOf = (image: string | null) => signatureContent(appearance, brand, image, facts);
      const contentOf = (field: Field) =>
        contentFor(field, chosen, values, isHidden(field.id) ? drawNothing : signatureOf);
      return {
        pdf,
        contents: { ...contentsOf(attempt, pdf, mine, contentOf), images, statements },
        outcome: outcomeIn(pdf, own, states, values),
      };
    });
}

/** Throws `race_lost` when the fields would show another brand or name than the person was shown. */
function assertSameLook(look: string, shown: string | undefined): void {
  if (shown === undefined || shown === look) return;
  throw new DomainError("race_lost", {
    reason: "changed_since_shown",
    detail: "Signatures look different since the document was shown to you. Review it again.",
  });
}

function contentsOf(
  { signRequest }: SigningAttempt,
  { id, uuid }: File,
  mine: readonly Field[],
  contentOf: (field: Field) => FieldContent,
): Pick<PlannedContents, "content" | "fills"> {
  const here = mine.filter(({ fileId }) => fileId === id);
  const shown = signatureField(here);
  return {
    content: shown && contentOf(shown),
    fills: here
      .filter((field) => field !== shown)
      .map((field) => ({
        fieldName: inputFieldName(uuid, preparedId(signRequest), field.id),
        content: contentOf(field),
      })),
  };
}

/** The field that carries the signature, chosen by the same rule as in the preparation. */
function signatureField(mine: readonly Field[]): Field | null {
  const planned = mine.map(({ id, type, page, leftPt, topPt, widthPt, heightPt }) => ({
    fieldId: id,
    type,
    pageIndex: page - 1,
    box: { leftPt, topPt, widthPt, heightPt },
  }));
  const shown = fieldOfSignature(planned);
  return mine.find((field) => field.id === shown?.fieldId) ?? null;
}

const drawNothing = (): FieldContent => ({ kind: "image", image: null, lines: [] });

function contentFor(
  field: Field,
  chosen: ChosenImages,
  values: ReadonlyMap<number, string | boolean>,
  signatureOf: (image: string | null) => FieldContent,
): FieldContent {
  if (isImageField(field)) {
    const image = chosen.keyOf.get(field.id) ?? null;
    return field.type === "signature" ? signatureOf(image) : { kind: "image", image, lines: [] };
  }
  const value = values.get(field.id) ?? "";
  return typeof value === "boolean"
    ? { kind: "checkbox", isChecked: value, ...(field.type === "radio" ? { mark: "dot" as const } : {}) }
    : { kind: "text", text: shownText(field, value), style: styleOf(field) };
}

/** A date (`day`) is stored as YYYY-MM-DD and drawn in the field's format. */
function shownText({ type, dateFormat }: Field, value: string): string {
  return type === "day" && isDay(value) ? writeDate(new Date(`${value}T00:00:00Z`), dateFormat) : value;
}

function styleOf({ fontSizePt, alignment, colour, font, rules }: Field): ValueStyle {
  return { fontSizePt, alignment, colour, font, ...(rules?.multiline ? { isFromTop: true } : {}) };
}

/**
 * Checks before a code is sent whether signing would accept the signer's values. Stores nothing. Throws what
 * `findAttempt`, `drawableValues` and `completeAttachments` throw.
 */
export async function checkFields(
  ctx: Ctx,
  actor: Actor,
  { target, fields, ...given }: FieldsToCheck & { target: SigningTarget },
): Promise<void> {
  const attempt = await findAttempt(ctx, actor, target, ["signer"]);
  await readStatements(ctx, optionsOf(attempt.file, await readSettings(ctx)), given);
  const own = await readOwnFields(ctx, attempt, await readPdfs(ctx, attempt.file));
  await drawableValues(ctx, attempt, own, fields, await ctx.now());
  await completeAttachments(ctx, attempt.signRequest);
}

/** The signer's own fields in all PDFs. */
async function readOwnFields(ctx: Ctx, attempt: SigningAttempt, pdfs: readonly File[]): Promise<OwnFields> {
  const ids = pdfs.map(({ id }) => id);
  return ownFieldsOf(ctx, attempt, await readFieldsEver(ctx, ids));
}

/** The values of the signer's text fields and checkboxes. */
interface DrawableValues {
  /** The signer's name as drawn. */
  name: string;
  /** Keyed by the field's id. */
  values: ReadonlyMap<number, string | boolean>;
}

/**
 * The value of each of the signer's text fields and checkboxes, all drawable; none for hidden fields. Throws
 * `field_missing`, `glyph_missing` with the characters, `validation_failed`, `unavailable`.
 */
async function drawableValues(
  ctx: Ctx,
  attempt: SigningAttempt,
  own: OwnFields,
  given: SignInput["fields"],
  signedAt: Date,
): Promise<DrawableValues> {
  const { email } = attempt.signRequest;
  const name = await drawableName(ctx, signerName(attempt), email);
  const matches = makeMatcherWithinBudget(() =>
    ctx.log.warn({ file: attempt.file.uuid }, "patterns older than the budget were not checked"),
  );
  const values = fieldValues(own, given, { name, email, signedAt, matches });
  await assertDrawable(ctx, textsOf(own.mine, values, given));
  return { name, values };
}

/**
 * The texts of the fields, each with the member that gave it; a text not given in this call is reported by its field.
 */
function textsOf(
  mine: readonly Field[],
  values: DrawableValues["values"],
  given: SignInput["fields"] = [],
): TextToDraw[] {
  return mine.flatMap((field) => {
    const text = values.get(field.id);
    if (typeof text !== "string" || text === "") return [];
    const index = given.findIndex(({ elementId: fieldId }) => fieldId === field.id);
    const pointer = index < 0 ? "/fields" : `/fields/${index}/value`;
    return [{ text, pointer, subject: `${field.label ?? field.type} (elementId ${field.id})` }];
  });
}

/**
 * A name that no font can draw must not prevent signing: the address is drawn instead, and the certificate has the
 * name.
 */
async function drawableName(ctx: Ctx, name: string, email: string): Promise<string> {
  return (await ctx.engine.missingGlyphs([name])).length === 0 ? name : email;
}

/** Values that the service fills in: the signer's name and address, and the date in UTC. */
interface OwnFacts {
  name: string;
  email: string;
  signedAt: Date;
}

/**
 * The value of each of the signer's text fields and checkboxes: given now, else by the requester, else filled in.
 * Throws `field_missing` with each required empty field, `validation_failed` for a value that breaks a rule, for
 * another signer's field, for a field that the service fills in, calculates, or the requester made read-only, and for
 * a tick that is not a boolean. A value for a hidden field is ignored, because it may have been visible on the
 * signer's page before.
 */
function fieldValues(
  own: OwnFields,
  given: SignInput["fields"] = [],
  facts: OwnFacts & { matches: Matcher },
): Map<number, string | boolean> {
  const fields = own.mine.filter((field) => !isImageField(field));
  for (const [index, field] of given.entries()) assertTaken(fields, field, index);
  assertOnce(given);
  const values = new Map(fields.map((field) => [field.id, valueOf(field, givenFor(fields, field, given), facts)]));
  const states = statesFor(own, values);
  for (const { id, type } of fields) {
    const computed = states?.computed.get(id);
    if (computed !== undefined) values.set(id, computed);
    if (states?.hidden.has(id)) values.set(id, isTicked(type) ? false : "");
  }
  const { matches } = facts;
  const faults = states ? faultsUnder(fields, values, states, matches) : faultsOf(fields, values, matches);
  assertRules(fields, faults, given);
  return values;
}

/** The values before the service fills any in; expressions cannot refer to filled-in ones. */
function givenValues(mine: readonly OwnField[], given: SignInput["fields"] = []): Map<number, string | boolean> {
  const fields = mine.filter(({ type }) => takesValue(type));
  const nothing = { name: "", email: "", signedAt: new Date(0) };
  return new Map(fields.map((field) => [field.id, valueOf(field, givenFor(fields, field, given), nothing)]));
}

/** Refuses two values for one field, because it is unclear which one was meant. */
function assertOnce(given: NonNullable<SignInput["fields"]>): void {
  const ids = given.map(({ elementId }) => elementId);
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (again >= 0)
    throw invalid(`/fields/${again}/elementId`, "duplicate", `fields[${again}].elementId is given a value twice`);
}

function assertTaken(
  fields: readonly OwnField[],
  { elementId, value }: NonNullable<SignInput["fields"]>[number],
  index: number,
): void {
  const field = fields.find(({ id }) => id === elementId);
  if (!field)
    throw invalid(
      `/fields/${index}/elementId`,
      "unknown",
      `fields[${index}].elementId is not one of your fields that take a value`,
    );
  // Such a field states facts on behalf of the service, so a signer cannot overwrite it.
  if (!takesValue(field.type))
    throw invalid(
      `/fields/${index}/elementId`,
      "not_yours",
      `The ${field.type} in elementId ${field.id} is filled in automatically and takes no value.`,
    );
  if (field.calculate !== null)
    throw invalid(
      `/fields/${index}/elementId`,
      "not_yours",
      `The value of elementId ${field.id} is calculated and cannot be given.`,
    );
  if (isLocked(fields, field))
    throw invalid(
      `/fields/${index}/elementId`,
      "not_yours",
      `The value of elementId ${field.id} was set by the requester and cannot be changed.`,
    );
  if (isTicked(field.type) && readTick(value) === null)
    throw invalid(`/fields/${index}/value`, "type_invalid", `fields[${index}].value must be true or false`);
}

/** A button chosen in this call replaces the one that the requester chose. */
function givenFor(
  fields: readonly OwnField[],
  field: OwnField,
  given: NonNullable<SignInput["fields"]>,
): string | boolean | undefined {
  const own = given.find(({ elementId }) => elementId === field.id)?.value;
  if (own !== undefined || field.type !== "radio") return own;
  const others = groupOf(fields, field);
  const isChosenNow = given.some(
    ({ elementId, value }) => readTick(value) === true && others.some(({ id }) => id === elementId),
  );
  return isChosenNow ? false : undefined;
}

function valueOf(field: Field, given: string | boolean | undefined, own: OwnFacts): string | boolean {
  if (isTicked(field.type)) return readTick(given ?? field.value ?? false) ?? false;
  const text = typeof given === "boolean" ? String(given) : given;
  return tidyValue(field, text ?? field.value ?? ownValue(field, own));
}

function ownValue(field: Field, own: OwnFacts): string {
  if (field.type === "name") return own.name;
  if (field.type === "email") return own.email;
  if (field.type === "date") return writeDate(own.signedAt, field.dateFormat, field.timeZone);
  return "";
}

/** Throws `validation_failed` for values that break a rule, and `field_missing` if only required values are missing. */
function assertRules(
  fields: readonly OwnField[],
  byField: ReadonlyMap<number, Fault>,
  given: NonNullable<SignInput["fields"]>,
): void {
  const faults = [...byField];
  const broken = faults.filter(([, { code }]) => code !== "required");
  const found = broken.length > 0 ? broken : faults;
  const violations = found.flatMap(([id, fault]) => violationOf(fields, id, fault, given));
  if (violations.length === 0) return;
  throw new DomainError(broken.length > 0 ? "validation_failed" : "field_missing", {
    detail: violations.map(({ detail }) => detail).join("; "),
    violations,
  });
}

/** Points at the value that broke the rule, or at all of `fields` if it was not given in this call or is missing. */
function violationOf(
  fields: readonly OwnField[],
  id: number,
  fault: Fault,
  given: NonNullable<SignInput["fields"]>,
): Violation[] {
  const field = fields.find((candidate) => candidate.id === id);
  if (!field) return [];
  const name = field.type === "radio" ? field.group : field.label;
  const index = fault.code === "required" ? -1 : givenIndex(fields, field, given);
  return [
    {
      pointer: index < 0 ? "/fields" : `/fields/${index}/value`,
      code: fault.code,
      detail: `${name ?? field.type} (elementId ${id}) ${faultText(fault)}`,
    },
  ];
}

/** The position in the call of the field's value, or of the last tick given for its group. */
function givenIndex(fields: readonly OwnField[], field: OwnField, given: NonNullable<SignInput["fields"]>): number {
  if (!isTicked(field.type)) return given.findIndex(({ elementId }) => elementId === field.id);
  const group = groupOf(fields, field);
  return given.findLastIndex(
    ({ elementId, value }) => group.some(({ id }) => id === elementId) && readTick(value) === true,
  );
}

/** Throws `validation_failed` for a statement that is required and missing, or not asked for; `glyph_missing`. */
async function readStatements(
  ctx: Ctx,
  options: Pick<SignatureOptions, "reason" | "location">,
  given: Pick<SignInput, "reason" | "location">,
): Promise<Statements> {
  const statements = {
    reason: statementOf("reason", options.reason, given.reason),
    location: statementOf("location", options.location, given.location),
  };
  await assertDrawable(
    ctx,
    (["reason", "location"] as const).flatMap((member) => {
      const text = statements[member];
      return text === null ? [] : [{ text, pointer: `/${member}`, subject: `The ${member}` }];
    }),
  );
  return statements;
}

function statementOf(
  member: "reason" | "location",
  { ask, preset }: StatementRule,
  given: string | undefined,
): string | null {
  if (given && ask === "no") throw invalid(`/${member}`, "not_allowed", `This request asks for no ${member}`);
  const text = given || preset || null;
  if (text === null && ask === "required") throw invalid(`/${member}`, "required", `${member} is required`);
  return text;
}
