import { brandColours, productColours, type Palette } from "@/lib/platform/brand/brand-colours";

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

export function mailColours({ colour }: Pick<MailBrand, "colour">): { light: Palette; dark: Palette } {
  return (colour === null ? null : brandColours(colour)) ?? productColours;
}
