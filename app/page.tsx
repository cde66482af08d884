import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Landing } from "@/components/landing/landing";
import { PlainShell } from "@/components/shell/plain-shell";
import { findDemoAccount } from "@/lib/accounts/ensure-demo-account";
import { pageBrand, pageRequest } from "@/lib/api/http/page-request";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("landing");
  return { title: { absolute: t("title") }, description: t("lead") };
}

export default async function LandingPage() {
  const { ctx, actor } = await pageRequest();
  const account = actor.kind === "account" ? actor.account : null;
  return (
    <PlainShell actor={account} usesMessageInbox={ctx.usesMessageInbox} brand={await pageBrand()} offersLogIn>
      <Landing
        isLoggedIn={account !== null}
        demoEmail={account ? null : ((await findDemoAccount(ctx))?.email ?? null)}
      />
    </PlainShell>
  );
}
