export const signatureStyles = ["caveat", "dancing-script", "great-vibes", "sacramento"] as const;
export type SignatureStyle = (typeof signatureStyles)[number];

interface Face {
  family: string;
  /** Letters that the style sheet's ranges claim but the font lacks. */
  lacks: string;
  /** Loads the style sheet; a font file is loaded only when a text needs it. */
  load: () => Promise<unknown>;
}

/** Handwriting fonts under the SIL Open Font Licence, served by us. */
export const scriptFaces: Record<SignatureStyle, Face> = {
  caveat: { family: "Caveat", lacks: "ſỴỵỶỷ", load: () => import("@fontsource/caveat/400.css") },
  "dancing-script": { family: "Dancing Script", lacks: "ſ", load: () => import("@fontsource/dancing-script/400.css") },
  "great-vibes": { family: "Great Vibes", lacks: "ŉſ", load: () => import("@fontsource/great-vibes/400.css") },
  sacramento: { family: "Sacramento", lacks: "ĪſȘșȚțỴỵỶỷỸỹ", load: () => import("@fontsource/sacramento/400.css") },
};

/** Scripts with a separate font, by their Unicode name. */
const oneScriptFaces: readonly (readonly [script: string, load: () => Promise<unknown>])[] = [
  ["Arabic", () => import("@fontsource/noto-sans-arabic/400.css")],
  ["Hebrew", () => import("@fontsource/noto-sans-hebrew/400.css")],
  ["Devanagari", () => import("@fontsource/noto-sans-devanagari/400.css")],
  ["Thai", () => import("@fontsource/noto-sans-thai/400.css")],
  ["Bengali", () => import("@fontsource/noto-sans-bengali/400.css")],
  ["Gurmukhi", () => import("@fontsource/noto-sans-gurmukhi/400.css")],
  ["Gujarati", () => import("@fontsource/noto-sans-gujarati/400.css")],
  ["Tamil", () => import("@fontsource/noto-sans-tamil/400.css")],
  ["Telugu", () => import("@fontsource/noto-sans-telugu/400.css")],
  ["Kannada", () => import("@fontsource/noto-sans-kannada/400.css")],
  ["Malayalam", () => import("@fontsource/noto-sans-malayalam/400.css")],
  ["Sinhala", () => import("@fontsource/noto-sans-sinhala/400.css")],
  ["Lao", () => import("@fontsource/noto-sans-lao/400.css")],
  ["Myanmar", () => import("@fontsource/noto-sans-myanmar/400.css")],
  ["Georgian", () => import("@fontsource/noto-sans-georgian/400.css")],
  ["Armenian", () => import("@fontsource/noto-sans-armenian/400.css")],
  ["Ethiopic", () => import("@fontsource/noto-sans-ethiopic/400.css")],
  ["Khmer", () => import("@fontsource/noto-sans-khmer/400.css")],
];

/** Plain fonts for names that no handwriting font covers. */
const plainFaces: (Face & { script: RegExp })[] = [
  ...oneScriptFaces.map(([script, load]) => ({
    script: new RegExp(`\\p{Script=${script}}`, "u"),
    family: `Noto Sans ${script}`,
    lacks: "",
    load,
  })),
  {
    script: /\p{Script=Hangul}/u,
    family: "Noto Sans KR Variable",
    lacks: "",
    load: () => import("@fontsource-variable/noto-sans-kr"),
  },
  {
    script: /\p{Script=Hiragana}|\p{Script=Katakana}/u,
    family: "Noto Sans JP Variable",
    lacks: "",
    load: () => import("@fontsource-variable/noto-sans-jp"),
  },
  {
    script: /\p{Script=Han}/u,
    family: "Noto Sans SC Variable",
    lacks: "",
    load: () => import("@fontsource-variable/noto-sans-sc"),
  },
  { script: /\p{L}/u, family: "Noto Sans", lacks: "", load: () => import("@fontsource/noto-sans/400.css") },
];

/**
 * The font for `text` as a CSS font-family: the chosen handwriting, else another that has all letters, else a plain
 * font, else the browser's default. Loaded when the promise resolves.
 */
export async function readyFamily(style: SignatureStyle, text: string): Promise<string> {
  const handwriting = [style, ...signatureStyles.filter((other) => other !== style)].map((name) => scriptFaces[name]);
  for (const face of [...handwriting, ...plainFaces.filter(({ script }) => script.test(text))]) {
    if (await isReady(face, text)) return `"${face.family}", sans-serif`;
  }
  return "sans-serif";
}

/**
 * The plain fonts that draw `text`, as a CSS font-family: Noto Sans first, then one for each other script, in the
 * order in which the PDF uses them. Loaded when the promise resolves.
 */
export async function plainFamily(text: string): Promise<string> {
  const letters = text.normalize("NFC");
  const wanted = plainFaces.filter(({ script }) => script.test(letters));
  // The last of the list covers any letter; the PDF tries it first.
  const faces = [...wanted.slice(-1), ...wanted.slice(0, -1)];
  await Promise.all(
    faces.map(async ({ family, load }) => {
      try {
        await load();
        await document.fonts.load(`48px "${family}"`, letters);
      } catch {
        // A font that fails to load must not block signing.
      }
    }),
  );
  return [...faces.map(({ family }) => `"${family}"`), "sans-serif"].join(", ");
}

async function isReady({ family, lacks, load }: Face, text: string): Promise<boolean> {
  try {
    await load();
    const fonts = [...document.fonts].filter((font) => unquoted(font.family) === family);
    // The style sheets say `swap`: letters whose part of the font is still loading would first be shown in a fallback
    // font.
    for (const font of fonts) font.display = "block";
    if (
      !covers(
        fonts.map(({ unicodeRange }) => unicodeRange),
        lacks,
        text,
      )
    )
      return false;
    const loaded = await document.fonts.load(`48px "${family}"`, text);
    return loaded.length > 0;
  } catch {
    // A font that fails to load must not block signing.
    return false;
  }
}

function unquoted(family: string): string {
  return family.replace(/^["']|["']$/g, "");
}

/**
 * Whether fonts with these `unicode-range` descriptors ("U+0-FF, U+131, U+4??") together cover every letter of
 * `text`. `lacks` lists letters that they claim but do not have. Spaces and marks without a shape count as covered.
 */
export function covers(ranges: readonly string[], lacks: string, text: string): boolean {
  const intervals = ranges.flatMap((range) => range.split(",").map(parseInterval));
  const missing = new Set(lacks);
  return [...text.normalize("NFC")]
    .filter((letter) => !/[\s\p{Cf}]/u.test(letter))
    .every((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return !missing.has(letter) && intervals.some(([first, last]) => first <= code && code <= last);
    });
}

function parseInterval(text: string): [number, number] {
  const match = /^\s*u\+([0-9a-f?]+)(?:-([0-9a-f]+))?\s*$/i.exec(text);
  const first = match?.[1];
  if (first === undefined) return [1, 0];
  const last = match?.[2] ?? first.replaceAll("?", "f");
  return [Number.parseInt(first.replaceAll("?", "0"), 16), Number.parseInt(last, 16)];
}
