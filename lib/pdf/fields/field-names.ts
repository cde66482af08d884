const OURS = /^paraph-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-(certify|seal|s\d+(-e\d+)?)$/;

const INPUT = /^(paraph-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-s\d+)-e\d+$/;

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

const TIMESTAMP = /^paraph-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-t\d+$/;

/** Whether a field has the name of a document timestamp of this scheme, regardless of its creator. */
export function isTimestampFieldName(name: string): boolean {
  return TIMESTAMP.test(name);
}

/** Whether a field has a name of this scheme, regardless of its creator. */
export function isParaphFieldName(name: string): boolean {
  return OURS.test(name);
}

/**
 * The signature field of the signer who fills in the field with this name, or null if it is not a signer's input
 * field.
 */
export function signerOfInputField(name: string): string | null {
  return INPUT.exec(name)?.[1] ?? null;
}
