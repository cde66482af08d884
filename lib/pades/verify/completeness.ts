import { formFieldsOf } from "@/lib/pades/verify/form-fields";
import { fileOfField } from "@/lib/pades/verify/instance-fields";
import type { Completeness, SignatureRecord } from "@/lib/pades/verify/report";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";
import type { PdfDocument } from "@/lib/pdf/document";
import { sealFieldName } from "@/lib/pdf/fields/field-names";

const signerField = /-s\d+$/;

/**
 * How far a document that Paraph prepared has come, from its fields' names: one for each signer, one for the seal. Null for any other file. The
 * seal locks the fields of withdrawn signers, so that a sealed document is complete whoever did not sign. Where a file was prepared more than
 * once the answer is about the first preparation that is not complete.
 */
export function completenessOf(document: PdfDocument, records: readonly SignatureRecord[]): Completeness | null {
  const names = unlessDamaged(() => formFieldsOf(document), [])
    .filter(({ type }) => type === "Sig")
    .map(({ name }) => name);
  const files = [...new Set(names.flatMap((name) => fileOfField(name) ?? []))];
  const stages = files.flatMap((file) => stageOf(file, names, records) ?? []);
  return stages.find(({ code }) => code === "incomplete") ?? stages.at(-1) ?? null;
}

function stageOf(file: string, names: readonly string[], records: readonly SignatureRecord[]): Completeness | null {
  const seal = sealFieldName(file);
  const prepared = new Set(names.filter((name) => fileOfField(name) === file && signerField.test(name)));
  if (prepared.size === 0 && !names.includes(seal)) {
    return null;
  }
  const sealed = records.find(({ field }) => field === seal);
  if (sealed && isSound(sealed)) {
    return { code: "complete", file };
  }
  const signed = records.filter((record) => prepared.has(record.field) && isSound(record)).length;
  return { code: "incomplete", file, signed, prepared: prepared.size, sealed: sealed !== undefined };
}

function isSound({ kind, intact }: SignatureRecord): boolean {
  return kind === "signature" && intact;
}
