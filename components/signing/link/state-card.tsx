import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkDocument } from "@/lib/signing/schema";
import { PageHeading } from "./page-heading";

type StateTone = "plain" | "success" | "warning" | "danger";

interface StateCardProps {
  icon: LucideIcon;
  tone?: StateTone | undefined;
  heading: ReactNode;
  /** Buttons, the primary one first. */
  actions?: ReactNode;
  /** Rarely used actions, below the buttons. */
  more?: ReactNode;
  children: ReactNode;
}

const tones: Record<StateTone, string> = {
  plain: "bg-primary-tint text-on-primary-tint",
  success: "bg-success-tint text-on-success-tint",
  warning: "bg-warning-tint text-on-warning-tint",
  danger: "bg-danger-tint text-on-danger-tint",
};

/** A state of the link with a short text. */
export function StateCard({ icon: Icon, tone = "plain", heading, actions, more, children }: StateCardProps) {
  return (
    <section className="mx-auto max-w-160 rounded-card border border-hairline bg-surface p-6 sm:mt-8 sm:p-10">
      <span className={clsx("mb-5 inline-flex size-12 items-center justify-center rounded-pill", tones[tone])}>
        <Icon aria-hidden className="size-6" />
      </span>
      <PageHeading>{heading}</PageHeading>
      <div className="mt-3 flex flex-col gap-4 text-reading">{children}</div>
      {actions && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
      {more && <div className="mt-4">{more}</div>}
    </section>
  );
}

/** Name, length and requester of the document. */
export function DocumentFacts({ document }: { document: LinkDocument }) {
  const t = useTranslations("signing.document");
  const inFiles = useTranslations("signing.files");
  const { name, files, pages, sender } = document;
  return (
    <div className="rounded-control border border-hairline bg-canvas px-4 py-3 text-ui">
      <p className="font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p className="mt-0.5 wrap-anywhere text-muted">
        {files && <>{inFiles("count", { count: files.length })} · </>}
        {t("pages", { count: pages.length })} · {t("sender")} <SenderLine sender={sender} />
      </p>
    </div>
  );
}

/** Name and address of the sender; an account without a name is shown by its address. */
export function SenderLine({ sender: { name, email } }: { sender: LinkDocument["sender"] }) {
  const t = useTranslations("signing.document");
  return name === email ? <bdi>{email}</bdi> : t("senderLine", { name: isolate(name), email });
}
