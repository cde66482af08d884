import { pdfOf } from "@/lib/pdf/testing/hand-written-pdf";

/** Bodies of objects by name; a body names another object as `@Name`. The first is the catalog. */
export type NamedObjects = ReadonlyMap<string, string>;

/** A PDF of named objects, with the number of each. */
export interface NumberedFile {
  bytes: Buffer;
  numbers: ReadonlyMap<string, number>;
}

/** Numbers the objects in their order. `trailer` may name objects too. Throws RangeError for a name that no object has. */
export function numberObjects(objects: NamedObjects, trailer = ""): NumberedFile {
  const numbers = new Map([...objects.keys()].map((name, index) => [name, index + 1]));
  const bodies = [...objects.values()].map((body) => resolveNames(body, numbers));
  return { bytes: pdfOf(bodies, resolveNames(trailer, numbers)), numbers };
}

/** Writes `@Name` as a reference. */
export function resolveNames(body: string, numbers: ReadonlyMap<string, number>): string {
  return body.replace(/@([A-Z]\w*)/g, (_, name: string) => {
    const number = numbers.get(name);
    if (number === undefined) {
      throw new RangeError(`no object is named ${name}`);
    }
    return `${number} 0 R`;
  });
}
