import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import { cache } from "react";
import { VisitPage, VisitState } from "@/components/visit/visit-page";
import { pageRequest } from "@/lib/api/http/page-request";
import { DomainError } from "@/lib/platform/errors";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { allowFrames, answerWithStatus } from "@/lib/platform/next/served-request";
import { openForVisitor, type VisitorView } from "@/lib/requests/direct-links/find-open";

interface LinkPageProps {
  params: Promise<{ token: string }>;
}

type Look = { view: VisitorView } | { state: "missing" | "closed" | "busy"; status: number };

const states = {
  not_found: { state: "missing", status: 404 },
  direct_link_closed: { state: "closed", status: 410 },
  rate_limited: { state: "busy", status: 429 },
} as const;

/** Title and page share one lookup, so that a miss counts once against the rate limit. */
const lookAt = cache(async (token: string): Promise<Look> => {
  const { ctx } = await pageRequest();
  try {
    return { view: await openForVisitor(ctx, token) };
  } catch (error) {
    const known = error instanceof DomainError && Object.hasOwn(states, error.code);
    if (known) return states[error.code as keyof typeof states];
    throw error;
  }
});

export async function generateMetadata({ params }: LinkPageProps): Promise<Metadata> {
  const t = await getTranslations("links.visit");
  const look = await lookAt((await params).token);
  return {
    title: "view" in look ? t("title", { document: look.view.link.documentName }) : t("titlePlain"),
    robots: { index: false, follow: false },
  };
}

/**
 * The public page of a direct link. In a frame of an allowed site it only leads to itself in a new tab (decision 81).
 */
export default async function Page({ params }: LinkPageProps) {
  const { token } = await params;
  const look = await lookAt(token);
  if (!("view" in look)) {
    answerWithStatus(look.status);
    return (
      <AreaMessages areas={["links", "shell"]}>
        <VisitState state={look.state} />
      </AreaMessages>
    );
  }
  const { link, embedOrigins } = look.view;
  if (embedOrigins.length > 0) allowFrames(embedOrigins);
  const isFramed = (await headers()).get("sec-fetch-dest") === "iframe";
  return (
    <AreaMessages areas={["links", "signing", "shell", "errors"]}>
      <VisitPage token={token} link={link} isFramed={isFramed} />
    </AreaMessages>
  );
}
