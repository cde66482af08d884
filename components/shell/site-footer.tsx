import { useTranslations } from "next-intl";
import { LanguageSwitch } from "@/components/language/language-switch";
import { FooterLinks } from "./footer-links";

/** What stands under every page. A page that fills the window says so. */
export function SiteFooter() {
  const words = useTranslations("shell.footer");
  return (
    <footer className="border-t border-hairline text-muted [main:has([data-fills-window])+&]:hidden print:hidden">
      <div className="mx-auto flex max-w-280 flex-wrap items-center gap-x-6 gap-y-1 px-4 py-4 text-caption sm:px-6">
        <p translate="no" className="text-ink">
          {words("product")}
        </p>
        <div className="me-auto">
          <LanguageSwitch />
        </div>
        <FooterLinks />
      </div>
    </footer>
  );
}
