import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Landing } from "@/components/landing/landing";
import { PlainShell } from "@/components/shell/plain-shell";
import { showDemoAccount } from "@/lib/accounts/show-demo-account";
import { pageRequest } from "@/lib/http/page-request";

export async function generateMetadata(): Promise<Metadata> {
  const words = await getTranslations("landing");
  return { title: { absolute: words("title") }, description: words("lead") };
}

export default async function LandingPage() {
  const { ctx, actor } = await pageRequest();
  const account = actor.kind === "account" ? actor.account : null;
  return (
    <PlainShell actor={account} mailIsKept={ctx.mailIsKept} offersLogIn>
      <Landing isLoggedIn={account !== null} demoEmail={account ? null : await showDemoAccount(ctx)} />
    </PlainShell>
  );
}
