import { SearchX, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonLook } from "@/components/ui/button";

interface NarrowPageProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** Layout of a page with a single task. */
export function NarrowPage({ title, lead, children }: NarrowPageProps) {
  return (
    <div className="mx-auto max-w-110 py-2 sm:rounded-card sm:border sm:border-hairline sm:bg-surface sm:p-8">
      <h1 className="text-h1 font-semibold text-balance">{title}</h1>
      {lead && <p className="mt-3 text-reading text-muted wrap-anywhere [&_b]:font-semibold [&_b]:text-ink">{lead}</p>}
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}

/** A link on a separate line, tall enough for touch. */
export const textLink = "inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-2";

interface OutcomePageProps {
  icon: LucideIcon;
  title: ReactNode;
  body: ReactNode;
  /** A small line below, for IDs to quote. */
  note?: ReactNode;
  /** The next step. */
  children?: ReactNode;
}

/** A page with a single message: what happened, what was saved, what comes next. */
export function OutcomePage({ icon: Icon, title, body, note, children }: OutcomePageProps) {
  return (
    <section className="mx-auto max-w-160 rounded-card border border-hairline bg-surface p-6 sm:mt-8 sm:p-10">
      <span className="mb-5 inline-flex size-12 items-center justify-center rounded-pill bg-warning-tint text-on-warning-tint">
        <Icon aria-hidden className="size-6" />
      </span>
      <h1 className="text-h1 font-semibold text-balance">{title}</h1>
      <p className="mt-3 text-reading">{body}</p>
      {children && <div className="mt-6 flex flex-wrap gap-3">{children}</div>}
      {note && <p className="mt-8 text-caption wrap-anywhere text-muted">{note}</p>}
    </section>
  );
}

/** The content of a page that does not exist. A plain link, because it may be shown without scripts. */
export function NotFoundNotice({ isLoggedIn }: { isLoggedIn: boolean }) {
  const t = useTranslations("shell.notFound");
  return (
    <OutcomePage icon={SearchX} title={t("title")} body={t("body")}>
      <a href={isLoggedIn ? "/documents" : "/"} className={buttonLook("primary", "signer")}>
        {t(isLoggedIn ? "toDocuments" : "toStart")}
      </a>
    </OutcomePage>
  );
}
