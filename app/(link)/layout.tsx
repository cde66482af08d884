import type { ReactNode } from "react";
import { LinkShell } from "@/components/shell/link-shell";
import { pageBrand, pageRequest } from "@/lib/api/http/page-request";

/** Layout of the page behind a mailed link. */
export default async function LinkLayout({ children }: { children: ReactNode }) {
  const { ctx, actor } = await pageRequest();
  return (
    <LinkShell
      actor={actor.kind === "account" ? actor.account : null}
      usesMessageInbox={ctx.usesMessageInbox}
      brand={await pageBrand()}
    >
      {children}
    </LinkShell>
  );
}
