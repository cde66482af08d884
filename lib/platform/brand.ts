/** The colours derived from one brand colour, for one theme. Lower-case `#rrggbb`. */
export interface Palette {
  /** Fill of buttons, and colour of text and focus rings on surfaces. */
  primary: string;
  primaryHover: string;
  /** Text on `primary`. */
  onPrimary: string;
  /** A pale background. */
  tint: string;
  /** Text on `tint`. */
  onTint: string;
}

interface BrandColours {
  light: Palette;
  dark: Palette;
  /** The given colour would not be legible, so the light theme's `primary` is darker. */
  isAdjusted: boolean;
}

/** The product's own colours, as in app/theme.css. */
export const productColours = {
  light: { primary: "#3B3FD8", primaryHover: "#2F33B5", onPrimary: "#FFFFFF", tint: "#ECECFD", onTint: "#2F33B5" },
  dark: { primary: "#9EA3FF", primaryHover: "#B9BCFF", onPrimary: "#0C0F16", tint: "#23264A", onTint: "#C3C6FF" },
} satisfies Record<"light" | "dark", Palette>;

/** WCAG 2.2, 1.4.3: text of normal size. */
export const leastContrast = 4.5;

/** The surfaces of app/theme.css on which `primary` is used for text, hardest first. */
const surfaces = { light: ["#f6f7f9", "#ffffff"], dark: ["#1b2130", "#141925", "#0c0f16"] } as const;
const ink = { light: "#ffffff", dark: "#0c0f16" } as const;

/**
 * The palettes of a brand colour. Its hue and saturation stay. Its lightness changes until its contrast is at least 4.5
 * with every surface on which it is used for text, and with its own text. Null for anything but `#rgb` or `#rrggbb`.
 */
export function brandColours(given: string): BrandColours | null {
  const colour = normalColour(given);
  if (!colour) return null;
  const light = paletteOf(colour, "light");
  return { light, dark: paletteOf(colour, "dark"), isAdjusted: light.primary !== colour };
}

/** Normalised to six lower-case digits. Null if it is not a colour. */
export function normalColour(given: string): string | null {
  const match = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(given.trim());
  if (!match) return null;
  const digits = match[2] ?? [...(match[1] ?? "")].map((digit) => digit + digit).join("");
  return `#${digits.toLowerCase()}`;
}

function paletteOf(colour: string, theme: "light" | "dark"): Palette {
  const away = theme === "light" ? -1 : 1;
  const ground = surfaces[theme][0];
  const onPrimary = ink[theme];
  const primary = legible(colour, away, [...surfaces[theme], onPrimary]);
  const tint = mixed(primary, surfaces[theme].at(-1) ?? ground, theme === "light" ? 0.1 : 0.25);
  return {
    primary,
    primaryHover: shifted(primary, away * 0.08),
    onPrimary,
    tint,
    onTint: legible(primary, away, [tint]),
  };
}

const step = 0.01;

/** The colour, moved towards black or white until it has enough contrast with all the others. */
function legible(colour: string, away: -1 | 1, others: readonly string[]): string {
  let found = colour;
  for (let moves = 0; moves <= 100 && others.some((other) => contrast(found, other) < leastContrast); moves++)
    found = shifted(found, away * step);
  return found;
}

/** WCAG 2.2, contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0–1. */
function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
}

function toHex(values: readonly number[]): string {
  return `#${values
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** `share` of the colour mixed into `ground`. */
function mixed(colour: string, ground: string, share: number): string {
  const [over, under] = [channels(colour), channels(ground)];
  return toHex(over.map((value, at) => value * share + (under[at] ?? 0) * (1 - share)));
}

/** Moved towards white (`by` > 0) or black, as a share of the distance. */
function shifted(colour: string, by: number): string {
  const end = by > 0 ? 1 : 0;
  return toHex(channels(colour).map((value) => value + (end - value) * Math.max(Math.abs(by), 0)));
}

/** The brand as shown on pages. Null members mean the product's own. */
export interface PageBrand {
  name: string | null;
  logoUrl: string | null;
  privacyUrl: string | null;
  termsUrl: string | null;
  imprintUrl: string | null;
  /** Custom properties for app/theme.css. Empty for the product's own colour. */
  properties: Record<string, string>;
}

const names: Record<keyof Palette, string> = {
  primary: "primary",
  primaryHover: "primary-hover",
  onPrimary: "on-primary",
  tint: "primary-tint",
  onTint: "on-primary-tint",
};

/** `--brand-light-primary` and its siblings, which the tokens of app/theme.css use if they are set. */
export function brandProperties(colour: string | null): Record<string, string> {
  const colours = colour === null ? null : brandColours(colour);
  if (!colours) return {};
  return Object.fromEntries(
    (["light", "dark"] as const).flatMap((theme) =>
      (Object.keys(names) as (keyof Palette)[]).map((role) => [
        `--brand-${theme}-${names[role]}`,
        colours[theme][role],
      ]),
    ),
  );
}

/* Generated by npm run brand. SVG path data. */

/** The flourish under the name, in a box of 120 by 26. */
export const flourish =
  "M9.1 16.4C8.8 16.2 7.4 15.3 6.9 14.8C6.4 14.3 6.3 13.8 6.2 13.3C6 12.9 5.9 12.7 5.9 12.2C6 11.6 6 10.8 6.6 10.2C7.2 9.6 8.2 9.1 9.5 8.7C10.7 8.2 12.1 7.9 13.9 7.6C15.7 7.4 16.9 7.2 20 7.2C23.2 7.1 28.5 7.2 32.8 7.5C37.1 7.9 41.4 8.6 45.6 9.3C49.9 10 54.1 10.9 58.3 11.8C62.5 12.6 66.7 13.6 70.8 14.4C74.8 15.2 78.8 16.1 82.7 16.6C86.5 17.2 90.3 17.6 93.9 17.7C97.5 17.8 101.7 17.4 104.2 17C106.7 16.5 107.7 15.7 109 15C110.3 14.3 111.1 13.6 111.9 12.7C112.6 11.7 113.5 10.6 113.5 9.5C113.5 8.4 112.7 7 111.8 6.2C110.9 5.3 109.6 4.8 108.2 4.4C106.8 4.1 105.2 4 103.4 4.1C101.7 4.2 99.9 4.6 97.7 5.2C95.4 5.8 92.5 6.8 89.8 7.7C87.2 8.6 84.6 9.7 81.8 10.8C79.1 11.9 76.3 13 73.4 14.1C70.4 15.2 67.4 16.3 64.2 17.2C61 18.2 57.7 19.1 54.2 19.9C50.6 20.6 46.9 21.3 42.8 21.7C38.8 22.1 32.1 22.2 30 22.3L30 22.7C32.1 22.8 38.9 23.1 42.9 23C47 22.8 50.9 22.3 54.5 21.7C58.2 21.1 61.6 20.2 64.8 19.3C68.1 18.4 71.2 17.3 74.1 16.2C77.1 15.2 79.9 14 82.7 13C85.4 12 88.1 10.9 90.7 10.1C93.3 9.2 96.2 8.3 98.3 7.8C100.5 7.4 102 7.4 103.4 7.4C104.9 7.5 106.1 7.9 107 8.2C107.9 8.5 108.4 9.1 108.9 9.4C109.3 9.7 109.3 9.8 109.5 10.1C109.7 10.4 110.3 10.9 110 11.4C109.7 11.9 109 12.6 108 13.1C107 13.5 106.1 13.8 103.8 14C101.4 14.2 97.5 14.4 94.1 14.2C90.7 14.1 87 13.6 83.3 13C79.5 12.4 75.6 11.5 71.5 10.7C67.5 9.9 63.3 8.9 59.1 8.1C54.9 7.2 50.6 6.3 46.2 5.6C41.9 4.9 37.5 4.3 33.1 4C28.7 3.7 23.2 3.7 20 3.8C16.7 4 15.2 4.3 13.3 4.8C11.4 5.2 9.8 5.9 8.5 6.6C7.2 7.3 6.3 8.2 5.4 9C4.6 9.8 3.7 10.5 3.3 11.4C2.9 12.3 2.9 13.6 3.2 14.5C3.6 15.4 4.5 16.2 5.5 16.7C6.4 17.3 8.3 17.4 8.9 17.6Z";

/** The name in 20 px letters; its baseline is at 0. */
export const lettering = {
  width: 65.18,
  path: "M1.46 0L1.46 -14.55L6.9 -14.55Q8.57 -14.55 9.72 -13.93Q10.86 -13.3 11.45 -12.21Q12.03 -11.12 12.03 -9.74Q12.03 -8.34 11.44 -7.26Q10.85 -6.17 9.7 -5.55Q8.54 -4.92 6.87 -4.92L3.26 -4.92L3.26 -7.07L6.52 -7.07Q7.51 -7.07 8.14 -7.41Q8.77 -7.75 9.07 -8.36Q9.37 -8.96 9.37 -9.74Q9.37 -10.51 9.07 -11.1Q8.77 -11.7 8.13 -12.03Q7.5 -12.36 6.5 -12.36L4.07 -12.36L4.07 0ZM16.62 .22Q15.59 .22 14.76 -.15Q13.93 -.53 13.45 -1.26Q12.97 -1.99 12.97 -3.07Q12.97 -3.99 13.32 -4.6Q13.66 -5.21 14.25 -5.57Q14.84 -5.93 15.59 -6.11Q16.33 -6.3 17.13 -6.38Q18.08 -6.48 18.67 -6.56Q19.27 -6.64 19.55 -6.82Q19.83 -6.99 19.83 -7.36L19.83 -7.41Q19.83 -7.95 19.61 -8.33Q19.4 -8.7 18.97 -8.9Q18.55 -9.1 17.92 -9.1Q17.29 -9.1 16.82 -8.91Q16.36 -8.71 16.07 -8.4Q15.77 -8.09 15.64 -7.72L13.28 -8.2Q13.6 -9.17 14.28 -9.8Q14.95 -10.43 15.88 -10.74Q16.82 -11.05 17.91 -11.05Q18.68 -11.05 19.47 -10.87Q20.26 -10.69 20.91 -10.26Q21.56 -9.83 21.96 -9.11Q22.36 -8.39 22.36 -7.29L22.36 0L19.93 0L19.93 -1.5L19.84 -1.5Q19.59 -1.04 19.17 -.65Q18.74 -.25 18.11 -.01Q17.48 .22 16.62 .22ZM17.28 -1.66Q18.07 -1.66 18.64 -1.97Q19.21 -2.29 19.53 -2.8Q19.84 -3.31 19.84 -3.92L19.84 -5.21Q19.72 -5.11 19.42 -5.02Q19.12 -4.93 18.76 -4.86Q18.39 -4.79 18.03 -4.75Q17.68 -4.7 17.43 -4.67Q16.87 -4.59 16.41 -4.41Q15.95 -4.24 15.69 -3.92Q15.43 -3.6 15.43 -3.1Q15.43 -2.63 15.67 -2.31Q15.91 -1.99 16.32 -1.83Q16.74 -1.66 17.28 -1.66ZM24.56 0L24.56 -10.92L27.02 -10.92L27.02 -9.09L27.14 -9.09Q27.43 -10.04 28.16 -10.55Q28.89 -11.06 29.83 -11.06Q30.05 -11.06 30.31 -11.04Q30.57 -11.03 30.76 -11L30.76 -8.66Q30.6 -8.71 30.25 -8.75Q29.9 -8.79 29.56 -8.79Q28.86 -8.79 28.29 -8.49Q27.73 -8.18 27.42 -7.65Q27.1 -7.12 27.1 -6.43L27.1 0ZM34.86 .22Q33.83 .22 33 -.15Q32.17 -.53 31.69 -1.26Q31.21 -1.99 31.21 -3.07Q31.21 -3.99 31.56 -4.6Q31.9 -5.21 32.5 -5.57Q33.09 -5.93 33.83 -6.11Q34.57 -6.3 35.37 -6.38Q36.32 -6.48 36.91 -6.56Q37.51 -6.64 37.79 -6.82Q38.07 -6.99 38.07 -7.36L38.07 -7.41Q38.07 -7.95 37.85 -8.33Q37.64 -8.7 37.21 -8.9Q36.79 -9.1 36.16 -9.1Q35.53 -9.1 35.06 -8.91Q34.6 -8.71 34.31 -8.4Q34.01 -8.09 33.88 -7.72L31.52 -8.2Q31.85 -9.17 32.52 -9.8Q33.19 -10.43 34.13 -10.74Q35.06 -11.05 36.15 -11.05Q36.92 -11.05 37.71 -10.87Q38.5 -10.69 39.15 -10.26Q39.81 -9.83 40.21 -9.11Q40.61 -8.39 40.61 -7.29L40.61 0L38.17 0L38.17 -1.5L38.08 -1.5Q37.83 -1.04 37.41 -.65Q36.98 -.25 36.35 -.01Q35.72 .22 34.86 .22ZM35.52 -1.66Q36.31 -1.66 36.88 -1.97Q37.45 -2.29 37.77 -2.8Q38.09 -3.31 38.09 -3.92L38.09 -5.21Q37.96 -5.11 37.66 -5.02Q37.36 -4.93 37 -4.86Q36.63 -4.79 36.27 -4.75Q35.92 -4.7 35.67 -4.67Q35.11 -4.59 34.65 -4.41Q34.19 -4.24 33.93 -3.92Q33.67 -3.6 33.67 -3.1Q33.67 -2.63 33.91 -2.31Q34.15 -1.99 34.57 -1.83Q34.98 -1.66 35.52 -1.66ZM42.8 4.08L42.8 -10.92L45.28 -10.92L45.28 -9.11L45.45 -9.11Q45.64 -9.5 46 -9.95Q46.36 -10.4 46.98 -10.73Q47.61 -11.05 48.57 -11.05Q49.84 -11.05 50.86 -10.41Q51.87 -9.77 52.47 -8.51Q53.07 -7.26 53.07 -5.44Q53.07 -3.64 52.49 -2.38Q51.9 -1.12 50.88 -.46Q49.86 .2 48.56 .2Q47.63 .2 47.01 -.12Q46.38 -.44 46.01 -.89Q45.64 -1.34 45.45 -1.73L45.34 -1.73L45.34 4.08ZM47.88 -1.89Q48.73 -1.89 49.3 -2.36Q49.88 -2.82 50.17 -3.63Q50.47 -4.43 50.47 -5.45Q50.47 -6.46 50.18 -7.26Q49.89 -8.06 49.31 -8.51Q48.74 -8.96 47.88 -8.96Q47.04 -8.96 46.46 -8.53Q45.89 -8.09 45.59 -7.3Q45.29 -6.51 45.29 -5.45Q45.29 -4.38 45.59 -3.58Q45.89 -2.78 46.47 -2.34Q47.05 -1.89 47.88 -1.89ZM57.32 -6.4L57.32 0L54.79 0L54.79 -14.55L57.29 -14.55L57.29 -8.22L57.02 -8.22Q57.48 -9.64 58.37 -10.35Q59.26 -11.05 60.6 -11.05Q61.72 -11.05 62.56 -10.58Q63.41 -10.1 63.87 -9.18Q64.34 -8.26 64.34 -6.94L64.34 0L61.79 0L61.79 -6.55Q61.79 -7.65 61.22 -8.27Q60.65 -8.9 59.66 -8.9Q58.98 -8.9 58.46 -8.6Q57.93 -8.31 57.63 -7.75Q57.32 -7.19 57.32 -6.4Z",
};
