import { Mail, MessageSquare } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { Time } from "@/components/ui/time";

export interface MessageRow {
  id: number;
  channel: string;
  to: string;
  subject: string | null;
  /** ISO 8601. */
  at: string;
}

/** The inbox's messages, newest first. */
export function MessageList({ messages }: { messages: readonly MessageRow[] }) {
  const t = useTranslations("inbox");
  return (
    <ul
      aria-label={t("title")}
      className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface"
    >
      {messages.map(({ id, channel, to, subject, at }) => {
        const isMail = channel === "mail" || channel === "email";
        const Icon = isMail ? Mail : MessageSquare;
        return (
          <li
            key={id}
            className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-3 ps-12 pe-4 hover:bg-primary-tint has-focus-visible:bg-primary-tint"
          >
            <Icon
              role="img"
              aria-label={
                t.has(`channels.${channel}` as "channels.mail") ? t(`channels.${channel}` as "channels.mail") : channel
              }
              className="absolute start-4 top-4 size-4 text-muted"
            />
            <Link
              href={`/inbox/${id}`}
              prefetch={false}
              className="min-w-0 flex-1 basis-64 font-medium wrap-anywhere after:absolute after:inset-0"
            >
              {subject === null ? t("none") : <bdi>{subject}</bdi>}
            </Link>
            <span className="w-full min-w-0 truncate text-ui text-muted sm:w-64">{to}</span>
            <Time at={at} className="text-ui text-muted tabular-nums" />
          </li>
        );
      })}
    </ul>
  );
}
