import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { MessageActions } from "@/components/inbox/message-actions";
import { withoutStyleSheet } from "@/components/inbox/read-message";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { DomainError } from "@/lib/errors";
import { getKeptMessage } from "@/lib/kept-messages/get";
import { AreaMessages } from "@/lib/locale/area-messages";
import { keptMailRequest } from "../kept-mail";

interface MessageProps {
  params: Promise<{ id: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  const words = await getTranslations("inbox");
  return { title: words("title") };
}

/** One kept message: what it asks to do, how it looks, what it says. */
export default async function Page({ params }: MessageProps) {
  const { ctx, actor } = await keptMailRequest();
  const words = await getTranslations("inbox");
  const message = await getKeptMessage(ctx, actor, { id: Number((await params).id) }).catch(orNotFound);
  return (
    <AreaMessages areas={["inbox", "shell", "errors"]}>
      <PageHeader
        title={message.subject === null ? words("none") : <bdi>{message.subject}</bdi>}
        back={{ href: "/inbox", label: words("back") }}
        meta={
          <>
            <span>
              {words("to")} {message.to}
            </span>
            <Time at={message.at.toISOString()} />
          </>
        }
      />
      <MessageActions text={message.text} origin={new URL(ctx.publicUrl).origin} />
      <div className="grid gap-4 lg:grid-cols-2">
        {message.html !== null && (
          <Card title={words("html")}>
            {/* Without scripts, forms or a way out: what a message holds is shown, never run. */}
            <iframe
              title={words("frame")}
              sandbox=""
              srcDoc={withoutStyleSheet(message.html)}
              className="h-140 w-full rounded-control border border-hairline bg-paper scheme-light"
            />
          </Card>
        )}
        <Card title={words("text")}>
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
