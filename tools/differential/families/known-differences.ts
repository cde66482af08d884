/** The programs that may differ from the others. */
interface KnownDifference {
  programs: readonly string[];
  why: string;
  /** The difference only appears where a part of the program is not installed, so its absence is not a failure. */
  dependsOnInstallation?: boolean;
}

/**
 * Differences between programs in files that are unambiguous. One construct of the families names each.
 * Only the named programs may differ, and qpdf must accept the file. An entry that no longer applies fails the bench.
 */
export const knownDifferences = {
  empty_own_resources: missingFont("The page's own resources hide those of its parent, so its font is missing."),
  own_resources_without_fonts: missingFont(
    "The page's own resources hide those of its parent, so its font is missing.",
  ),
  missing_rows: {
    programs: ["poppler"],
    why: "The rows that are missing are white, black or left out: nothing in the file tells which.",
  },
  no_bits_per_component: {
    programs: ["MuPDF"],
    why: "Without /BitsPerComponent MuPDF takes 8 bits, the others draw no image.",
  },
  glyph_within_itself: {
    programs: ["MuPDF"],
    why: "MuPDF gives up the page over a glyph that is drawn by itself. The others stop at the second level.",
  },
  mask_transfer_function: {
    programs: ["MuPDF"],
    why: "MuPDF ignores the transfer function of a soft mask.",
  },
  overprinting: {
    programs: ["poppler", "MuPDF"],
    why: "Overprinting belongs to a press. Poppler and MuPDF each simulate it on a screen in their own way, PDFium and pdf.js do not.",
  },
  order_of_korea: {
    programs: ["poppler"],
    why: "Without the package poppler-data, poppler shows no text in a font of the order Adobe-Korea1.",
    dependsOnInstallation: true,
  },
  missing_font: missingFont("The page names a font that its resources do not have."),
} satisfies Readonly<Record<string, KnownDifference>>;

export type KnownDifferenceId = keyof typeof knownDifferences;

function missingFont(cause: string): KnownDifference {
  return { programs: ["poppler"], why: `${cause} Poppler shows no text then, the others take Helvetica.` };
}

export function knownDifference(id: KnownDifferenceId): KnownDifference {
  return knownDifferences[id];
}

/** Whether a file with this known difference, if any, may look different in these programs. */
export function isKnown(id: KnownDifferenceId | null, programs: ReadonlySet<string>): boolean {
  return id !== null && [...programs].every((program) => knownDifference(id).programs.includes(program));
}
