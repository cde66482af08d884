import type { LookBudget } from "@/lib/pdf/content/budget";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, PdfValue } from "@/lib/pdf/syntax/objects";
import { isWrittenWhole, numbersAt } from "./plain-function";
import { decodedData } from "./stream-data";

interface MeshShape {
  /** The shading type, 4 to 7. */
  type: number;
  /** The number of values per colour in the data. */
  components: number;
  /** Whether the single value of a colour is the argument of a function. */
  isColoured: boolean;
}

const [TRIANGLES, LATTICE, COONS] = [4, 5, 6];
const COORDINATE_BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 12, 16, 24, 32]);
const COMPONENT_BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 12, 16]);
const FLAG_BITS: ReadonlySet<number> = new Set([2, 4, 8]);
/** Colours of a separate patch, and points and colours of one that shares an edge with the previous patch. */
const [OWN_COLOURS, SHARED_POINTS, SHARED_COLOURS] = [4, 4, 2];
const [COONS_POINTS, TENSOR_POINTS] = [12, 16];

/**
 * Whether all programs find the same triangles or patches in the data of a mesh (8.7.4.5.5 to 8.7.4.5.8). They differ
 * on padding bits, on incomplete data, on edges without a predecessor, and on colours outside the range of their
 * space.
 */
export function isPlainMesh(
  document: PdfDocument,
  value: PdfValue | undefined,
  shape: MeshShape,
  budget: LookBudget,
): boolean {
  const object = value?.kind === "ref" ? document.load(value.num) : null;
  if (object?.value.kind !== "dict" || object.streamStart < 0) {
    return false;
  }
  const { entries } = object.value;
  const count = (key: string): number =>
    isWrittenWhole(document, entries.get(key), object.bytes) ? (document.number(entries.get(key)) ?? 0) : 0;
  const [coordinate, component, flag, perRow] = [
    "BitsPerCoordinate",
    "BitsPerComponent",
    "BitsPerFlag",
    "VerticesPerRow",
  ].map(count) as [number, number, number, number];
  const isPlain =
    COORDINATE_BITS.has(coordinate) &&
    COMPONENT_BITS.has(component) &&
    (shape.type === LATTICE ? perRow > 1 : FLAG_BITS.has(flag)) &&
    hasPlainDecode(document, object, shape);
  if (!isPlain) {
    return false;
  }
  const { length } = document.rawStream(object);
  if (!budget.mayLookAtData(length)) {
    return true;
  }
  const data = decodedData(document, object);
  const [point, colour] = [2 * coordinate, shape.components * component];
  if (data === null) {
    return false;
  }
  return shape.type === LATTICE
    ? isLattice(data, point + colour, perRow)
    : shape.type === TRIANGLES
      ? isTriangles(data, flag, point + colour)
      : isPatches(data, flag, (points, colours) => points * point + colours * colour, shape.type === COONS);
}

/**
 * Checks that ranges run from a lower to a higher value. Those of colours must be within the range of the device.
 * A function argument may have any range.
 */
function hasPlainDecode(
  document: PdfDocument,
  { value, bytes }: IndirectObject,
  { components, isColoured }: MeshShape,
): boolean {
  const ends = value.kind === "dict" ? numbersAt(document, value.entries.get("Decode"), bytes) : null;
  return (
    ends?.length === 4 + 2 * components &&
    ends.every((end, at) => at % 2 === 0 || end > (ends[at - 1] ?? 0)) &&
    ends.slice(4).every((end) => isColoured || (end >= 0 && end <= 1))
  );
}

function isLattice(data: Buffer, vertex: number, perRow: number): boolean {
  const row = (vertex / 8) * perRow;
  return vertex % 8 === 0 && data.length % row === 0 && data.length / row > 1;
}

/**
 * Every triangle starts with three vertices of its own or continues an edge of the previous one. The first triangle
 * cannot continue one.
 */
function isTriangles(data: Buffer, flagBits: number, rest: number): boolean {
  const bytes = (flagBits + rest) / 8;
  if (!Number.isInteger(bytes) || data.length === 0 || data.length % bytes !== 0) {
    return false;
  }
  let open = 0;
  for (let at = 0; at < data.length; at += bytes) {
    const flag = flagAt(data, at, flagBits);
    if (open > 0 ? flag !== 0 : flag > 2 || (flag > 0 && at === 0)) {
      return false;
    }
    open = open > 0 ? open - 1 : flag === 0 ? 2 : 0;
  }
  return open === 0;
}

function isPatches(
  data: Buffer,
  flagBits: number,
  bitsOf: (points: number, colours: number) => number,
  isCoons: boolean,
): boolean {
  const all = isCoons ? COONS_POINTS : TENSOR_POINTS;
  const [own, shared] = [bitsOf(all, OWN_COLOURS), bitsOf(all - SHARED_POINTS, OWN_COLOURS - SHARED_COLOURS)].map(
    (bits) => (flagBits + bits) / 8,
  ) as [number, number];
  if (!Number.isInteger(own) || !Number.isInteger(shared)) {
    return false;
  }
  let at = 0;
  while (at < data.length) {
    const flag = flagAt(data, at, flagBits);
    if (flag > 3 || (flag > 0 && at === 0)) {
      return false;
    }
    at += flag === 0 ? own : shared;
  }
  return at === data.length && at > 0;
}

function flagAt(data: Buffer, at: number, bits: number): number {
  return (data[at] ?? 0) >> (8 - bits);
}
