import { Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonLook } from "@/components/ui/button";
import { isolate } from "@/lib/platform/locale/format";

/** Information about the file for a signer. */
export interface AboutDocument {
  /** Rendered by the server. */
  content: ReactNode;
  /** Active or hidden content is still in the document. */
  isWarning: boolean;
}

const popoverId = "about-document";

/** A button that shows the findings in the file. Uses the browser's own popover, so that no script is loaded for it. */
export function AboutDocumentButton({ about }: { about: AboutDocument }) {
  const t = useTranslations("signing.bar");
  const Icon = about.isWarning ? TriangleAlert : Info;
  const tone = about.isWarning ? "text-warning!" : "";
  return (
    <>
      <button
        type="button"
        popoverTarget={popoverId}
        aria-label={t(about.isWarning ? "aboutWarning" : "about")}
        className={buttonLook("quiet", "signer", `size-11! px-0! ${tone}`)}
      >
        <Icon aria-hidden className="size-5" />
      </button>
      <div
        id={popoverId}
        popover="auto"
        role="dialog"
        aria-label={t("about")}
        className="fixed inset-x-auto end-3 top-28 m-0 ms-auto max-h-[60dvh] w-[min(28rem,calc(100vw-1.5rem))] overflow-y-auto rounded-card bg-raised p-0 text-ink shadow-popover"
      >
        {about.content}
      </div>
    </>
  );
}

/** The requester's message to this signer, verbatim. */
export function SenderMessage({
  sender,
  text,
  className,
}: {
  sender: string;
  text: string | null;
  className?: string | undefined;
}) {
  const t = useTranslations("signing.document");
  if (text === null) return null;
  return (
    <figure className={className}>
      <figcaption className="text-caption text-muted">{t("writes", { sender: isolate(sender) })}</figcaption>
      <blockquote
        dir="auto"
        translate="no"
        className="mt-1 border-s-2 border-control ps-3 text-ui wrap-anywhere whitespace-pre-line"
      >
        {text}
      </blockquote>
    </figure>
  );
}
