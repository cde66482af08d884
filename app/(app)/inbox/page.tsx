import { Inbox, Search } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MessageList } from "@/components/inbox/message-list";
import { RefreshEvery } from "@/components/inbox/refresh-every";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { controlLook } from "@/components/ui/control-look";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { listKeptMessages } from "@/lib/kept-messages/list";
import { AreaMessages } from "@/lib/locale/area-messages";
import { keptMailRequest } from "./kept-mail";

const refreshSeconds = 4;

export async function generateMetadata(): Promise<Metadata> {
  const words = await getTranslations("inbox");
  return { title: words("title") };
}

/** Every message that would have been sent, where nothing is sent. */
export default async function Page({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { ctx, actor } = await keptMailRequest();
  const words = await getTranslations("inbox");
  const { q } = await searchParams;
  const query = (Array.isArray(q) ? q[0] : q)?.trim() ?? "";
  const all = await listKeptMessages(ctx, actor, {});
  const wanted = query.toLowerCase();
  const messages = all.filter(({ to, subject }) => to.includes(wanted) || subject?.toLowerCase().includes(wanted));
  return (
    <AreaMessages areas={["inbox", "shell", "errors"]}>
      <RefreshEvery seconds={refreshSeconds} />
      <PageHeader
        title={words("title")}
        meta={
          <>
            <span>{words("count", { count: messages.length })}</span>
            <span>{words("refreshes")}</span>
          </>
        }
      />
      <p className="mb-5 -mt-2 max-w-160 text-muted">{words("lead")}</p>
      <form role="search" action="/inbox" className="mb-5 flex flex-wrap gap-2">
        <input
          key={query}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={255}
          aria-label={words("search")}
          placeholder={words("search")}
          autoComplete="off"
          className={controlLook("app", "max-w-90 flex-1")}
        />
        <Button type="submit" icon={<Search aria-hidden className="size-4" />}>
          {words("searchButton")}
        </Button>
        {query && (
          <ButtonLink href="/inbox" variant="quiet">
            {words("clear")}
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
          icon={<Inbox />}
          title={query ? words("noMatch", { query }) : words("empty")}
          body={query ? undefined : words("emptyBody")}
        />
      )}
    </AreaMessages>
  );
}
