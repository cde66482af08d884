/** The colours that follow from one brand colour, for one theme; `#rrggbb` in lower case. */
export interface Palette {
  /** Fill of buttons, and text and focus ring on surfaces. */
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
  /** The light theme's `primary` is darker than the colour that was given, which would not be legible. */
  isAdjusted: boolean;
}

/** The product's own colours, as in app/theme.css. */
export const productColours = {
  light: { primary: "#3B3FD8", primaryHover: "#2F33B5", onPrimary: "#FFFFFF", tint: "#ECECFD", onTint: "#2F33B5" },
  dark: { primary: "#9EA3FF", primaryHover: "#B9BCFF", onPrimary: "#0C0F16", tint: "#23264A", onTint: "#C3C6FF" },
} satisfies Record<"light" | "dark", Palette>;

/** WCAG 2.2, 1.4.3: text of normal size. */
export const leastContrast = 4.5;

/** The surfaces of app/theme.css on which `primary` is text, the hardest first. */
const surfaces = { light: ["#f6f7f9", "#ffffff"], dark: ["#1b2130", "#141925", "#0c0f16"] } as const;
const ink = { light: "#ffffff", dark: "#0c0f16" } as const;

/**
 * The palettes of a brand colour. Its hue and saturation stay; its lightness is moved until it has a contrast of 4.5 with every surface that it is text on, and
 * its own text with it. Null for anything but `#rgb` or `#rrggbb`.
 */
export function brandColours(given: string): BrandColours | null {
  const colour = normalColour(given);
  if (!colour) return null;
  const light = paletteOf(colour, "light");
  return { light, dark: paletteOf(colour, "dark"), isAdjusted: light.primary !== colour };
}

/** In six lower-case digits; null for no colour. */
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

/** The colour, moved towards black or white until its contrast with all of these suffices. */
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

/** `share` of the colour in `ground`. */
function mixed(colour: string, ground: string, share: number): string {
  const [over, under] = [channels(colour), channels(ground)];
  return toHex(over.map((value, at) => value * share + (under[at] ?? 0) * (1 - share)));
}

/** Towards white (`by` > 0) or black, as a share of the way between them. */
function shifted(colour: string, by: number): string {
  const end = by > 0 ? 1 : 0;
  return toHex(channels(colour).map((value) => value + (end - value) * Math.max(Math.abs(by), 0)));
}

/** The brand as pages show it; null members are the product's own. */
export interface PageBrand {
  name: string | null;
  logoUrl: string | null;
  privacyUrl: string | null;
  termsUrl: string | null;
  imprintUrl: string | null;
  /** Custom properties for app/theme.css; none for the product's own colour. */
  properties: Record<string, string>;
}

const names: Record<keyof Palette, string> = {
  primary: "primary",
  primaryHover: "primary-hover",
  onPrimary: "on-primary",
  tint: "primary-tint",
  onTint: "on-primary-tint",
};

/** `--brand-light-primary` and its like, which the tokens of app/theme.css take where they are set. */
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
