import type { Ctx } from "@/lib/platform/context";
import { readBrand, readLogo } from "@/lib/platform/settings/branding";
import type { MailBrand } from "./mail-brand";

/** The brand of a mail that is about to be sent, and where answers to it go. */
export async function readMailBrand(ctx: Ctx): Promise<{ brand: MailBrand; replyTo: string | null }> {
  const { replyTo, logoSha256, name, colour, privacyUrl, termsUrl, imprintUrl } = await readBrand(ctx);
  const logo = logoSha256 === null ? null : await readLogo(ctx);
  return { brand: { name, colour, logo, privacyUrl, termsUrl, imprintUrl }, replyTo };
}
