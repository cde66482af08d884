import { ArrowRight } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { codeOf, linksOf, withoutStyleSheet } from "@/components/inbox/read-message";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import { inboxRequest } from "@/lib/api/http/page-request";
import { getInboxMessage } from "@/lib/delivery/inbox/inbox";
import { DomainError } from "@/lib/platform/errors";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

interface MessageProps {
  params: Promise<{ id: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("inbox");
  return { title: t("title") };
}

/** One message of the inbox: its actions, its preview and its text. */
export default async function Page({ params }: MessageProps) {
  const { ctx, actor } = await inboxRequest();
  const t = await getTranslations("inbox");
  const message = await getInboxMessage(ctx, actor, { id: Number((await params).id) }).catch(orNotFound);
  return (
    <AreaMessages areas={["inbox", "shell", "errors"]}>
      <div data-wide hidden />
      <PageHeader
        title={message.subject === null ? t("none") : <bdi>{message.subject}</bdi>}
        back={{ href: "/inbox", label: t("back") }}
        meta={
          <>
            <span>
              {t("to")} {message.to}
            </span>
            <Time at={message.at.toISOString()} />
          </>
        }
      />
      <MessageActions text={message.text} origin={new URL(ctx.publicUrl).origin} />
      <div className="grid gap-4 lg:grid-cols-2">
        {message.html !== null && (
          <Card title={t("html")}>
            {/* Sandboxed without scripts, forms or navigation, because a message may contain anything. */}
            <iframe
              title={t("frame")}
              sandbox=""
              srcDoc={withoutStyleSheet(message.html)}
              className="h-140 w-full rounded-control border border-hairline bg-paper scheme-light"
            />
          </Card>
        )}
        <Card title={t("text")}>
          <pre className="font-sans text-body wrap-anywhere whitespace-pre-wrap">{message.text}</pre>
        </Card>
      </div>
    </AreaMessages>
  );
}

function orNotFound(error: unknown): never {
  if (error instanceof DomainError && error.code === "not_found") notFound();
  throw error;
}

/** Actions of a message: copy its code, open its links. */
function MessageActions({ text, origin }: { text: string; origin: string }) {
  const t = useTranslations("inbox");
  const code = codeOf(text);
  const links = linksOf(text, origin);
  if (!code && links.length === 0) return null;
  return (
    <section
      aria-label={t("actions")}
      className="mb-6 flex flex-col items-start gap-3 rounded-card border border-hairline bg-surface p-5"
    >
      {code && (
        <p className="flex flex-wrap items-center gap-4">
          <span className="text-ui text-muted">{t("code")}</span>
          <code className="rounded-control bg-primary-tint px-3 py-1 font-mono text-h1 font-semibold tracking-widest text-on-primary-tint">
            {code}
          </code>
          <CopyButton text={code} label={t("copyCode")} />
        </p>
      )}
      {links.map(({ url, path }) =>
        path === null ? (
          <p key={url} className="text-ui wrap-anywhere text-muted">
            {t("outside", { url })}
          </p>
        ) : (
          // Never prefetched, because a link may work only once.
          <ButtonLink
            key={url}
            href={path}
            prefetch={false}
            className="max-w-full"
            icon={<ArrowRight aria-hidden className="size-4 shrink-0" />}
          >
            <span className="truncate">{t("open", { path })}</span>
          </ButtonLink>
        ),
      )}
    </section>
  );
}
