import type { ReactNode } from "react";
import { PlainShell } from "@/components/shell/page-shell";
import { pageBrand, pageRequest } from "@/lib/api/http/page-request";

/** Pages that anybody may open. */
export default async function PlainLayout({ children }: { children: ReactNode }) {
  const { ctx, actor } = await pageRequest();
  return (
    <PlainShell
      actor={actor.kind === "account" ? actor.account : null}
      usesMessageInbox={ctx.usesMessageInbox}
      brand={await pageBrand()}
    >
      {children}
    </PlainShell>
  );
}
