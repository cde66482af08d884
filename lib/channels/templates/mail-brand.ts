import { brandColours, type Palette } from "@/lib/platform/brand/brand-colours";

/** How mails present the instance; null members are the product's own. */
export interface MailBrand {
  name: string | null;
  /** `#rrggbb`, as it was given. */
  colour: string | null;
  /** PNG, at most 640 by 160 pixels. */
  logo: Buffer | null;
  privacyUrl: string | null;
  termsUrl: string | null;
  imprintUrl: string | null;
}

export const productBrand: MailBrand = {
  name: null,
  colour: null,
  logo: null,
  privacyUrl: null,
  termsUrl: null,
  imprintUrl: null,
};

/** The product's own colours, as in app/theme.css. */
const ownColours = {
  light: { primary: "#3B3FD8", primaryHover: "#2F33B5", onPrimary: "#FFFFFF", tint: "#ECECFD", onTint: "#2F33B5" },
  dark: { primary: "#9EA3FF", primaryHover: "#B9BCFF", onPrimary: "#0C0F16", tint: "#23264A", onTint: "#C3C6FF" },
} satisfies Record<"light" | "dark", Palette>;

export function mailColours({ colour }: Pick<MailBrand, "colour">): { light: Palette; dark: Palette } {
  return (colour === null ? null : brandColours(colour)) ?? ownColours;
}
