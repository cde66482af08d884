import { brandColours, type Palette } from "./brand-colours";

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
