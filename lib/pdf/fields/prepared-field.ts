import type { LockedFields } from "@/lib/pdf/permissions";
import { signatureTypes, type FieldType } from "@/lib/platform/field-rules/details";
import type { Box } from "@/lib/platform/geometry/placement";
import { uuidSource } from "@/lib/platform/ids";

export interface PlannedField {
  fieldId: number;
  type: FieldType;
  /** Counted from 0. */
  pageIndex: number;
  box: Box;
}

export interface PlannedSigner {
  signRequestId: number;
  /** In the order of placement. Empty for an invisible signature. */
  fields: readonly PlannedField[];
}

/** `input`: a field, besides the signature, that a signer fills in or that is filled in automatically. */
export type PreparedRole = "certification" | "signature" | "input" | "seal";

/** One field that a preparation creates. */
export interface PreparedField {
  name: string;
  role: PreparedRole;
  signRequestId: number | null;
  /** The field as placed by the requester, or null for an invisible one. */
  field: PlannedField | null;
  /** Fields that its signature locks (FieldMDP). Empty for none. */
  locks: LockedFields;
}

/**
 * All fields of a document to be prepared: certification first, seal last. Without a certification, the form was made
 * by another producer and is still open, so the seal will lock all of it.
 */
export function planFields(fileUuid: string, signers: readonly PlannedSigner[], certify: boolean): PreparedField[] {
  const seal = sealFieldName(fileUuid);
  const certification = invisible(certificationFieldName(fileUuid), "certification", []);
  return [
    ...(certify ? [certification] : []),
    ...signers.flatMap((signer) => fieldsOfSigner(fileUuid, signer)),
    invisible(seal, "seal", certify ? [seal] : "all"),
  ];
}

function invisible(name: string, role: PreparedRole, locks: LockedFields): PreparedField {
  return { name, role, signRequestId: null, field: null, locks };
}

function fieldsOfSigner(fileUuid: string, signer: PlannedSigner): PreparedField[] {
  const { signRequestId, fields } = signer;
  const shown = fieldOfSignature(fields);
  const others = fields.filter((field) => field !== shown);
  const name = signatureFieldName(fileUuid, signRequestId);
  const otherNames = others.map((field) => inputFieldName(fileUuid, signRequestId, field.fieldId));
  const further = others.map((field, index): PreparedField => {
    return { name: otherNames[index] ?? "", role: "input", signRequestId, field, locks: [] };
  });
  return [{ name, role: "signature", signRequestId, field: shown, locks: [name, ...otherNames] }, ...further];
}

/**
 * The field that carries the signature: the first for a signature, else for initials, else any. Null if there is none.
 */
export function fieldOfSignature(fields: readonly PlannedField[]): PlannedField | null {
  for (const type of signatureTypes) {
    const found = fields.find((field) => field.type === type);
    if (found !== undefined) {
      return found;
    }
  }
  return fields[0] ?? null;
}

/*
 * Names of the fields that a preparation creates: `paraph-<file uuid>-certify`, `-seal`, `-s<sign request>` for a
 * signer's signature and `-s<sign request>-e<field>` for each of their other fields. The uuid distinguishes two
 * preparations of the same document by us. Names contain no full stop, which would mean a parent (12.7.4.2).
 */

export function certificationFieldName(fileUuid: string): string {
  return `paraph-${fileUuid.toLowerCase()}-certify`;
}

export function sealFieldName(fileUuid: string): string {
  return `paraph-${fileUuid.toLowerCase()}-seal`;
}

/**
 * The name of the document timestamp field with this number, counted from 1. It is created with the timestamp, not
 * prepared.
 */
export function timestampFieldName(fileUuid: string, number: number): string {
  return `paraph-${fileUuid.toLowerCase()}-t${number}`;
}

export function signatureFieldName(fileUuid: string, signRequestId: number): string {
  return `paraph-${fileUuid.toLowerCase()}-s${signRequestId}`;
}

export function inputFieldName(fileUuid: string, signRequestId: number, fieldId: number): string {
  return `${signatureFieldName(fileUuid, signRequestId)}-e${fieldId}`;
}

const ownName = new RegExp(`^paraph-(${uuidSource})-`, "i");
const preparedName = new RegExp(`^paraph-${uuidSource}-(certify|seal|s\\d+(-e\\d+)?)$`);
const inputName = new RegExp(`^(paraph-${uuidSource}-s\\d+)-e\\d+$`);
const timestampName = new RegExp(`^paraph-${uuidSource}-t\\d+$`);

/** The lower-case uuid of the file in a name that begins like those of this scheme, or null for any other name. */
export function fileOfField(name: string): string | null {
  return ownName.exec(name)?.[1]?.toLowerCase() ?? null;
}

/** Whether a field has the name of a document timestamp of this scheme, regardless of its creator. */
export function isTimestampFieldName(name: string): boolean {
  return timestampName.test(name);
}

/** Whether a field has a name of this scheme, regardless of its creator. */
export function isParaphFieldName(name: string): boolean {
  return preparedName.test(name);
}

/**
 * The signature field of the signer who fills in the field with this name, or null if it is not a signer's input
 * field.
 */
export function signerOfInputField(name: string): string | null {
  return inputName.exec(name)?.[1] ?? null;
}
