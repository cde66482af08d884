import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { LogInAgain } from "@/components/shell/log-in-again";
import { AppShell } from "@/components/shell/page-shell";
import { logInPath, pageBrand, pageRequest } from "@/lib/api/http/page-request";

/** Pages for logged-in people. Redirects anybody else to the log-in page, which leads back here. */
export default async function AppLayout({ children }: { children: ReactNode }) {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  return (
    <AppShell actor={actor.account} usesMessageInbox={ctx.usesMessageInbox} brand={await pageBrand()}>
      {children}
      <LogInAgain email={actor.account.email} />
    </AppShell>
  );
}
