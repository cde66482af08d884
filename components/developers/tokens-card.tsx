"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { tokenAnswer } from "@/lib/accounts/schema";
import { NewTokenDialog } from "./new-token-dialog";

export type Token = z.infer<typeof tokenAnswer>;

interface TokensCardProps {
  tokens: readonly Token[];
  email: string;
  onMade: (token: string) => void;
}

/** The account's tokens, each with a button to revoke it, and a form to create one. */
export function TokensCard({ tokens, email, onMade }: TokensCardProps) {
  const t = useTranslations("developers.tokens");
  const router = useRouter();
  const toast = useToast();
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function revoke({ id }: Token) {
    setProblem(null);
    try {
      await callApi("DELETE", `/account/tokens/${id}`);
      toast(t("revoked"));
    } catch (error) {
      setProblem(asProblem(error));
    }
    setRevoking(null);
    router.refresh();
  }

  const newToken = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      {t("new")}
    </Button>
  );
  return (
    <Card title={t("title")} id="tokens" actions={tokens.length > 0 && newToken}>
      <p className="max-w-180 text-ui text-muted">{t("lead")}</p>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {tokens.length === 0 ? (
        <EmptyState isInCard picture="tokens" title={t("none")} body={t("noneBody")} action={newToken} />
      ) : (
        <ul className="mt-2 divide-y divide-hairline">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      {isMaking && (
        <NewTokenDialog
          email={email}
          onMade={(token) => {
            onMade(token);
            router.refresh();
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {revoking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setRevoking(null)}
          danger
          title={t("revokeTitle", { name: revoking.name })}
          body={t("revokeBody")}
          confirmLabel={t("revoke")}
          onConfirm={() => revoke(revoking)}
        />
      )}
    </Card>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const t = useTranslations("developers.tokens");
  const now = useNow();
  const { name, scopes, createdAt, lastUsedAt, expiresAt } = token;
  const ends = (at: string) =>
    t.rich(now !== null && Date.parse(at) <= now ? "expired" : "expires", { at: () => <Time at={at} /> });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-ui">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-caption text-muted">
          {t.rich("facts", {
            scopes: scopes.map((scope) => t(`scope.${scope}`)).join(", "),
            made: () => <Time at={createdAt} dayOnly />,
          })}
          {" · "}
          {lastUsedAt === null ? t("unused") : t.rich("used", { at: () => <Time at={lastUsedAt} /> })}
          {" · "}
          {expiresAt === null ? t("endless") : ends(expiresAt)}
        </p>
      </div>
      <Button aria-label={t("revokeLabel", { name })} onClick={onRevoke}>
        {t("revoke")}
      </Button>
    </li>
  );
}

const loadedAt = Date.now();

/**
 * When the page was loaded, in milliseconds since 1970. Null until hydration, so that server and browser render the
 * same.
 */
function useNow(): number | null {
  return useSyncExternalStore(
    () => () => undefined,
    () => loadedAt,
    () => null,
  );
}
