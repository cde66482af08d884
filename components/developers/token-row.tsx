"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { useNow } from "./use-now";
import type { Token } from "./wire";

export function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const words = useTranslations("developers.tokens");
  const now = useNow();
  const { name, scopes, createdAt, lastUsedAt, expiresAt } = token;
  const ends = (at: string) =>
    words.rich(now !== null && Date.parse(at) <= now ? "expired" : "expires", { at: () => <Time at={at} /> });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-ui">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-caption text-muted">
          {words.rich("facts", {
            scopes: scopes.map((scope) => words(`scope.${scope}`)).join(", "),
            made: () => <Time at={createdAt} dayOnly />,
          })}
          {" · "}
          {lastUsedAt === null ? words("unused") : words.rich("used", { at: () => <Time at={lastUsedAt} /> })}
          {" · "}
          {expiresAt === null ? words("endless") : ends(expiresAt)}
        </p>
      </div>
      <Button aria-label={words("revokeLabel", { name })} onClick={onRevoke}>
        {words("revoke")}
      </Button>
    </li>
  );
}
