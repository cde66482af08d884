import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

/** Actions of a message: copy its code, open its links. */
export function MessageActions({ text, origin }: { text: string; origin: string }) {
  const t = useTranslations("inbox");
  const code = codeOf(text);
  const links = linksOf(text, origin);
  if (!code && links.length === 0) return null;
  return (
    <section
      aria-label={t("actions")}
      className="mb-6 flex flex-col items-start gap-3 rounded-card border border-hairline bg-surface p-5"
    >
      {code && (
        <p className="flex flex-wrap items-center gap-4">
          <span className="text-ui text-muted">{t("code")}</span>
          <code className="rounded-control bg-primary-tint px-3 py-1 font-mono text-h1 font-semibold tracking-widest text-on-primary-tint">
            {code}
          </code>
          <CopyButton text={code} label={t("copyCode")} />
        </p>
      )}
      {links.map(({ url, path }) =>
        path === null ? (
          <p key={url} className="text-ui wrap-anywhere text-muted">
            {t("outside", { url })}
          </p>
        ) : (
          // Never prefetched, because a link may work only once.
          <ButtonLink
            key={url}
            href={path}
            prefetch={false}
            className="max-w-full"
            icon={<ArrowRight aria-hidden className="size-4 shrink-0" />}
          >
            <span className="truncate">{t("open", { path })}</span>
          </ButtonLink>
        ),
      )}
    </section>
  );
}

const urls = /https?:\/\/[^\s<>"]+/g;
const trailing = /[.,;:!?)\]]+$/;
const codes = /(?<![\d/-])\d{6}(?![\d/-])/;

interface MessageLink {
  url: string;
  /** The path of a link to this service; null for a link elsewhere. */
  path: string | null;
}

/** The links in a message's text, in order and without duplicates. `origin` is this service's own. */
export function linksOf(text: string, origin: string): MessageLink[] {
  const found = [...new Set([...text.matchAll(urls)].map(([url]) => url.replace(trailing, "")))];
  return found
    .filter((url) => URL.canParse(url))
    .map((url) => {
      const { origin: its, pathname, search, hash } = new URL(url);
      return { url, path: its === origin ? `${pathname}${search}${hash}` : null };
    });
}

/** The six-digit code in a message, or null. */
export function codeOf(text: string): string | null {
  return codes.exec(text.replace(urls, ""))?.[0] ?? null;
}

/** A message's markup without its style sheet, which the content policy blocks. Its elements carry the light theme inline. */
export function withoutStyleSheet(markup: string): string {
  return markup.replace(/<style>[^<]*<\/style>/g, "");
}

/** The links of a preview lead nowhere, so they take no focus. */
export function withoutLinks(html: string): string {
  return html.replaceAll(/<a\s[^>]*?href="[^"]*"/g, (start) => start.replace(/\shref="[^"]*"/, ""));
}
