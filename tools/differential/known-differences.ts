/** The programs that may differ from the others. */
interface KnownDifference {
  programs: readonly string[];
  why: string;
  /** The difference only appears where a part of the program is not installed, so its absence is not a failure. */
  dependsOnInstallation?: boolean;
}

/**
 * Constructs that programs render or read differently although the file is unambiguous, by `family, construct`. Only
 * the named programs may differ, and qpdf must accept the file. An entry that no longer applies fails the bench.
 */
export const knownDifferences: Readonly<Record<string, KnownDifference>> = {
  "inherited resources, empty on the page": missingFont(
    "The page's own resources hide those of its parent, so its font is missing.",
  ),
  "inherited resources, of another kind on the page": missingFont(
    "The page's own resources hide those of its parent, so its font is missing.",
  ),
  "images, fewer data than declared": {
    programs: ["poppler"],
    why: "The rows that are missing are white, black or left out: nothing in the file says which.",
  },
  "images, no bits": {
    programs: ["MuPDF"],
    why: "Without /BitsPerComponent MuPDF takes 8 bits, the others draw no image.",
  },
  "Type 3 fonts, a glyph that shows itself": {
    programs: ["MuPDF"],
    why: "MuPDF gives up the page over a glyph that is drawn by itself. The others stop at the second level.",
  },
  "soft masks and blending, a mask with a transfer function": {
    programs: ["MuPDF"],
    why: "MuPDF ignores the transfer function of a soft mask.",
  },
  "soft masks and blending, overprinting": {
    programs: ["poppler", "MuPDF"],
    why: "Overprinting belongs to a press. Poppler and MuPDF each simulate it on a screen in their own way, PDFium and pdf.js do not.",
  },
  "letters of embedded fonts, composite: an order of Korea and a map of glyphs": {
    programs: ["poppler"],
    why: "Without the package poppler-data, poppler shows no text in a font of the order Adobe-Korea1.",
    dependsOnInstallation: true,
  },
  "fonts that are not embedded, a font that is missing": missingFont(
    "The page names a font that its resources do not have.",
  ),
};

function missingFont(cause: string): KnownDifference {
  return { programs: ["poppler"], why: `${cause} Poppler shows no text then, the others take Helvetica.` };
}

export function nameOf({ family, construct }: { family: string; construct: string }): string {
  return `${family}, ${construct}`;
}

/** Whether this construct may look different in these programs. */
export function isKnown(file: { family: string; construct: string }, programs: ReadonlySet<string>): boolean {
  const known = knownDifferences[nameOf(file)];
  return known !== undefined && [...programs].every((program) => known.programs.includes(program));
}
