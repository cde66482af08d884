import type { PdfDocument } from "@/lib/pdf/document";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";
import type { PadesLevel, SignatureRecord } from "@/lib/pades/verify/report";

const padesFilter = "ETSI.CAdES.detached";

export interface LevelInput {
  record: SignatureRecord;
  /** End of the signed range. */
  end: number;
  pinsSigner: boolean;
  /** Whether the revision that this signature covers already held validation data. */
  coversValidationData: boolean;
}

/**
 * Baseline levels by structure (ETSI EN 319 142-1, section 6): what is there and sound, not whether the authorities behind
 * it are trusted. A document timestamp counts for every signature that it covers; it has no level itself.
 */
export function assignLevels(inputs: readonly LevelInput[], document: PdfDocument): void {
  const stamps = inputs.filter(({ record }) => record.kind === "doc_timestamp" && record.intact && record.timestamp.status === "valid");
  const validationData = holdsValidationData(document);
  for (const input of inputs) {
    const covering = stamps.filter((stamp) => stamp.end > input.end);
    input.record.level = input.record.kind === "doc_timestamp" ? null : levelOf(input, covering, validationData);
  }
}

function levelOf(input: LevelInput, covering: readonly LevelInput[], validationData: boolean): PadesLevel {
  const { record } = input;
  if (record.cms.subFilter !== padesFilter || !input.pinsSigner) {
    return "CMS";
  }
  if (record.timestamp.status !== "valid" && covering.length === 0) {
    return "B-B";
  }
  if (!validationData) {
    return "B-T";
  }
  return covering.some((stamp) => stamp.coversValidationData) ? "B-LTA" : "B-LT";
}

/** Whether the catalog's /DSS holds certificates and revocation data (ISO 32000-2, 12.8.4.3). */
export function holdsValidationData(document: PdfDocument): boolean {
  return unlessDamaged(() => {
    const catalog = document.catalog();
    const store = document.dict(catalog.value.entries.get("DSS"), catalog.bytes);
    return ["OCSPs", "CRLs"].some((key) => {
      const list = store && document.array(store.value.entries.get(key), store.bytes);
      return (list?.value.items.length ?? 0) > 0;
    });
  }, false);
}
