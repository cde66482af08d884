import { useTranslations } from "next-intl";

const places = [
  ["verify", "/verify"],
  ["api", "/docs/api"],
  ["accessibility", "/accessibility"],
] as const;

/** The browser's own links, so that a signer's page carries no code for them. */
export function FooterLinks() {
  const words = useTranslations("shell.footer");
  return (
    <nav aria-label={words("label")}>
      <ul className="flex flex-wrap items-center gap-x-6 gap-y-1">
        {places.map(([name, href]) => (
          <li key={name}>
            <a
              href={href}
              className="inline-flex min-h-11 min-w-11 items-center rounded-control hover:text-ink hover:underline sm:min-h-8 pointer-coarse:min-h-11"
            >
              {words(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
