/**
 * Libraries that no page may load before it needs them (docs/spec/interface.md#speed), each with a string that survives
 * in its bundle.
 */
const marks = {
  "pdf.js": "GlobalWorkerOptions",
  "the API docs' try-it": "docs.try",
  "QR codes": "toSJISFunction",
} as const;

export type LateLibrary = keyof typeof marks;

/** The scripts in a page's HTML: those of the page, and those of components rendered from the start. */
export function chunksOf(html: string): string[] {
  return [
    ...new Set(
      html
        .match(/\/?_next\/static\/chunks\/[\w.~-]+\.js|static\/chunks\/[\w.~-]+\.js/g)
        ?.map((found) => found.replace(/^.*static\//, "/_next/static/")) ?? [],
    ),
  ];
}

export function librariesIn(script: string): LateLibrary[] {
  return (Object.keys(marks) as LateLibrary[]).filter((library) => script.includes(marks[library]));
}

/** Finds which of these libraries a page's HTML loads ahead of need. Reads each script once. */
export function lookForLibraries(origin: string): (html: string) => Promise<LateLibrary[]> {
  const known = new Map<string, Promise<LateLibrary[]>>();
  const read = (chunk: string): Promise<LateLibrary[]> => {
    const found =
      known.get(chunk) ?? fetch(`${origin}${chunk}`).then(async (answer) => librariesIn(await answer.text()));
    known.set(chunk, found);
    return found;
  };
  return async (html) => [...new Set((await Promise.all(chunksOf(html).map(read))).flat())];
}
