import { useTranslations } from "next-intl";
import { LanguageSwitch } from "@/components/language/language-switch";
import type { PageBrand } from "@/lib/platform/brand/page-brand";

/** The footer of every page; hidden on pages that fill the window. */
export function SiteFooter({ brand }: { brand: Pick<PageBrand, "name" | "privacyUrl" | "termsUrl" | "imprintUrl"> }) {
  const t = useTranslations("shell.footer");
  return (
    <footer className="border-t border-hairline text-muted [main:has([data-fills-window])+&]:hidden print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-1 px-4 py-4 text-caption sm:px-6">
        <p translate="no" className="text-ink">
          <bdi>{brand.name ?? t("product")}</bdi>
        </p>
        <div className="me-auto">
          <LanguageSwitch />
        </div>
        <FooterLinks brand={brand} />
      </div>
    </footer>
  );
}

const places = [
  ["verify", "/verify"],
  ["api", "/docs/api"],
  ["accessibility", "/accessibility"],
] as const;

function legalPlaces({ privacyUrl, termsUrl, imprintUrl }: Pick<PageBrand, "privacyUrl" | "termsUrl" | "imprintUrl">) {
  const links = [
    ["privacy", privacyUrl],
    ["terms", termsUrl],
    ["imprint", imprintUrl],
  ] as const;
  return links.flatMap(([name, href]) => (href === null ? [] : [[name, href] as const]));
}

/** Plain anchors, so that a signer's page loads no code for them. */
function FooterLinks({ brand }: { brand: Pick<PageBrand, "privacyUrl" | "termsUrl" | "imprintUrl"> }) {
  const t = useTranslations("shell.footer");
  return (
    <nav aria-label={t("label")}>
      <ul className="flex flex-wrap items-center gap-x-6 gap-y-1">
        {[...places, ...legalPlaces(brand)].map(([name, href]) => (
          <li key={name}>
            <a
              href={href}
              className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-control hover:text-ink hover:underline sm:min-h-8 pointer-coarse:min-h-11"
            >
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
