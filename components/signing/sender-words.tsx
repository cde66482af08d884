import { useTranslations } from "next-intl";

/** What the sender wrote to this signer, as they wrote it. */
export function SenderWords({ sender, text, className }: { sender: string; text: string | null; className?: string | undefined }) {
  const words = useTranslations("signing.document");
  if (text === null) return null;
  return (
    <figure className={className}>
      <figcaption className="text-caption text-muted">{words("writes", { sender })}</figcaption>
      <blockquote className="mt-1 border-l-2 border-control pl-3 text-ui wrap-anywhere whitespace-pre-line">{text}</blockquote>
    </figure>
  );
}
