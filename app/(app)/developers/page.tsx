import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { DevelopersView } from "@/components/developers/developers-view";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { listTokens } from "@/lib/accounts/list-tokens";
import { toTokenWire } from "@/lib/accounts/wire";
import { logInPath, pageRequest } from "@/lib/http/page-request";
import { AreaMessages } from "@/lib/locale/area-messages";
import { listRequests } from "@/lib/request-log/list";
import { toRequestLogWire } from "@/lib/request-log/wire";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";
import { eventName } from "@/lib/webhooks/schema";
import { toEndpointWire } from "@/lib/webhooks/wire";
import { quickstartSteps } from "./quickstart";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("developers"))("title") };
}

const shownAtFirst = 20;

/** Tokens, the quickstart, the log of calls and webhooks, for accounts that may ask others to sign. */
export default async function DevelopersPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  if (actor.account.role === "signer") notFound();
  const words = await getTranslations("developers");
  const [tokens, endpoints, requests, steps] = await Promise.all([
    listTokens(ctx, actor),
    listEndpoints(ctx, actor, {}),
    listRequests(ctx, actor, { length: shownAtFirst }),
    quickstartSteps(),
  ]);
  return (
    <AreaMessages areas={["developers", "shell", "errors"]}>
      <PageHeader title={words("title")} actions={<ButtonLink href="/docs/api">{words("docs")}</ButtonLink>} />
      <p className="-mt-3 mb-6 max-w-180 text-muted">{words("lead")}</p>
      <DevelopersView
        email={actor.account.email}
        origin={ctx.publicUrl}
        tokens={tokens.map(toTokenWire)}
        endpoints={endpoints.map(toEndpointWire)}
        steps={steps}
        eventNames={eventName.options}
        requests={toRequestLogWire(requests)}
      />
    </AreaMessages>
  );
}
