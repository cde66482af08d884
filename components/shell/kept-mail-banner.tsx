import { MailX } from "lucide-react";
import { useTranslations } from "next-intl";

/** On every page of an instance without a mail provider: nothing is sent. Only administrators may read the inbox. */
export function KeptMailBanner({ mayOpenInbox }: { mayOpenInbox: boolean }) {
  const words = useTranslations("shell.kept");
  return (
    <aside aria-label={words("label")} className="bg-warning-tint text-on-warning-tint print:hidden">
      <p className="mx-auto flex max-w-280 items-start gap-2 px-4 py-1.5 text-caption sm:px-6">
        <MailX aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>
          {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- signers on phones get this banner too, and not the code of Next's links */}
          {mayOpenInbox
            ? words.rich("text", {
                inbox: (text) => (
                  <a href="/inbox" className="font-semibold underline">
                    {text}
                  </a>
                ),
              })
            : words("plain")}
        </span>
      </p>
    </aside>
  );
}
