import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { DevelopersView } from "@/components/developers/developers-view";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink } from "@/components/ui/page-link";
import { mayRequest } from "@/lib/accounts/actor";
import { listTokens } from "@/lib/accounts/tokens";
import { toTokenWire } from "@/lib/accounts/wire";
import { limitedTitle, logInPath, pageRequest } from "@/lib/api/http/page-request";
import { listRequests, toRequestLogWire } from "@/lib/api/request-log/list";
import { eventName } from "@/lib/delivery/schema";
import { listEndpoints } from "@/lib/delivery/webhooks/endpoints";
import { toEndpointWire } from "@/lib/delivery/webhooks/wire";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("developers"))("title"), "requester", "admin");
}

const shownAtFirst = 20;

/** Tokens, quickstart, request log and webhooks, for accounts that may request signatures. */
export default async function DevelopersPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  if (!mayRequest(actor.account.role)) notFound();
  const t = await getTranslations("developers");
  const [tokens, endpoints, requests, quickstart] = await Promise.all([
    listTokens(ctx, actor),
    listEndpoints(ctx, actor, {}),
    listRequests(ctx, actor, { length: shownAtFirst }),
    readQuickstart(),
  ]);
  return (
    <AreaMessages areas={["developers", "shell", "errors"]}>
      <PageHeader title={t("title")} actions={<ButtonLink href="/docs/api">{t("docs")}</ButtonLink>} />
      <p className="-mt-3 mb-6 max-w-180 text-muted">{t("lead")}</p>
      <DevelopersView
        email={actor.account.email}
        origin={ctx.publicUrl}
        tokens={tokens.map(toTokenWire)}
        endpoints={endpoints.map(toEndpointWire)}
        quickstart={quickstart}
        eventNames={eventName.options}
        requests={toRequestLogWire(requests)}
      />
    </AreaMessages>
  );
}

let quickstart: Promise<string> | null = null;

/** docs/quickstart.md. A test runs its code blocks, so the page cannot go out of date. */
function readQuickstart(): Promise<string> {
  return (quickstart ??= readFile(path.join(process.cwd(), "docs", "quickstart.md"), "utf8"));
}
