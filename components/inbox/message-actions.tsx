import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { codeOf, linksOf } from "./read-message";

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
