import { Mail, MessageSquare, Search } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { RefreshEvery } from "@/components/documents/live";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { controlLook } from "@/components/ui/inputs";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import { inboxRequest } from "@/lib/api/http/page-request";
import { listInboxMessages } from "@/lib/delivery/inbox/inbox";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

const refreshSeconds = 4;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("inbox");
  return { title: t("title") };
}

/** Messages that would have been sent, on an instance without an e-mail provider. */
export default async function Page({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { ctx, actor } = await inboxRequest();
  const t = await getTranslations("inbox");
  const { q } = await searchParams;
  const query = (Array.isArray(q) ? q[0] : q)?.trim() ?? "";
  const all = await listInboxMessages(ctx, actor, {});
  const wanted = query.toLowerCase();
  const messages = all.filter(({ to, subject }) => to.includes(wanted) || subject?.toLowerCase().includes(wanted));
  return (
    <AreaMessages areas={["inbox", "shell", "errors"]}>
      <div data-wide hidden />
      <RefreshEvery seconds={refreshSeconds} />
      <PageHeader
        title={t("title")}
        meta={
          <>
            <span>{t("count", { count: messages.length })}</span>
            <span>{t("refreshes")}</span>
          </>
        }
      />
      <p className="mb-5 -mt-2 max-w-160 text-muted">{t("lead")}</p>
      <form role="search" action="/inbox" className="mb-5 flex flex-wrap gap-2">
        <input
          key={query}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={255}
          aria-label={t("search")}
          placeholder={t("search")}
          autoComplete="off"
          className={controlLook("app", "max-w-90 flex-1")}
        />
        <Button type="submit" icon={<Search aria-hidden className="size-4" />}>
          {t("searchButton")}
        </Button>
        {query && (
          <ButtonLink href="/inbox" variant="quiet">
            {t("clear")}
          </ButtonLink>
        )}
      </form>
      {messages.length > 0 ? (
        <MessageList
          messages={messages.map(({ id, channel, to, subject, at }) => ({
            id,
            channel,
            to,
            subject,
            at: at.toISOString(),
          }))}
        />
      ) : (
        <EmptyState
          picture={query ? "search" : "messages"}
          title={query ? t("noMatch", { query }) : t("empty")}
          body={query ? undefined : t("emptyBody")}
          action={
            query ? (
              <ButtonLink href="/inbox">{t("clear")}</ButtonLink>
            ) : (
              <ButtonLink href="/documents/new">{t("newDocument")}</ButtonLink>
            )
          }
        />
      )}
    </AreaMessages>
  );
}

interface MessageRow {
  id: number;
  channel: string;
  to: string;
  subject: string | null;
  /** ISO 8601. */
  at: string;
}

/** The inbox's messages, newest first. */
function MessageList({ messages }: { messages: readonly MessageRow[] }) {
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
