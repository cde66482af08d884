import { useTranslations } from "next-intl";
import { isolate } from "@/lib/platform/locale/format";

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
