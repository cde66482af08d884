/** Caps on everything that a hostile file could make large. Sizes are bytes. */
export interface PdfLimits {
  /** Cross-reference sections on the /Prev chain. */
  xrefSections: number;
  /** Arrays and dictionaries inside one another. */
  nesting: number;
  /** Values in one object or trailer: each takes some 70 bytes of memory, whatever it takes in the file. */
  values: number;
  /** Form fields and widgets together. */
  fields: number;
  /** One object or one cross-reference table, as written in the file. */
  objectWindowBytes: number;
  /** One decoded cross-reference stream or object stream. */
  structureStreamBytes: number;
  /** One decoded stream of any other kind. */
  streamBytes: number;
  /** All streams decoded through one document, so that re-reading cannot burn time without end. */
  decodedBytes: number;
  /** Largest object number, the figure of ISO 32000-1 Annex C. */
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
