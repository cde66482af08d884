import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { MessageActions } from "@/components/inbox/message-actions";
import { withoutStyleSheet } from "@/components/inbox/read-message";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
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
