import { MailX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

/** On every page of an instance without a mail provider: nothing is sent. Only administrators may read the inbox. */
export function KeptMailBanner({ mayOpenInbox }: { mayOpenInbox: boolean }) {
  const words = useTranslations("shell.kept");
  return (
    <div className="bg-warning-tint text-on-warning-tint">
      <p className="mx-auto flex max-w-280 items-start gap-2 px-4 py-1.5 text-caption sm:px-6">
        <MailX aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>
          {mayOpenInbox ? words.rich("text", { inbox: (text) => <Link href="/inbox" className="font-semibold underline">{text}</Link> }) : words("plain")}
        </span>
      </p>
    </div>
  );
}
