import type { ReactNode } from "react";
import { LinkShell } from "@/components/shell/link-shell";
import { pageRequest } from "@/lib/api/http/page-request";

/** The page that a mailed link leads to. */
export default async function LinkLayout({ children }: { children: ReactNode }) {
  const { ctx, actor } = await pageRequest();
  return (
    <LinkShell actor={actor.kind === "account" ? actor.account : null} usesMessageInbox={ctx.usesMessageInbox}>
      {children}
    </LinkShell>
  );
}
