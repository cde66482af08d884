/** Limits on everything that a hostile file could make large. Sizes are in bytes. */
export interface PdfLimits {
  /** Cross-reference sections on the /Prev chain. */
  xrefSections: number;
  /** Nesting depth of arrays and dictionaries. */
  nesting: number;
  /** Values in one object or trailer. Each takes some 70 bytes of memory, regardless of its size in the file. */
  values: number;
  /** Form fields and widgets together. */
  fields: number;
  /** One object or one cross-reference table, as written in the file. */
  objectWindowBytes: number;
  /** One decoded cross-reference stream or object stream. */
  structureStreamBytes: number;
  /** One decoded stream of any other kind. */
  streamBytes: number;
  /** All streams decoded through one document, so that repeated reading cannot take unlimited time. */
  decodedBytes: number;
  /** Largest object number, the limit of ISO 32000-1 Annex C. */
  objectNumber: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: PdfLimits = {
  xrefSections: 4096,
  nesting: 64,
  values: 500_000,
  fields: 20_000,
  objectWindowBytes: 64 * MIB,
  structureStreamBytes: 16 * MIB,
  streamBytes: 64 * MIB,
  decodedBytes: 512 * MIB,
  objectNumber: 8_388_607,
};
