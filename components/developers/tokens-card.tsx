"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { useToast } from "@/components/ui/toast";
import { NewTokenDialog } from "./new-token-dialog";
import { TokenRow } from "./token-row";
import type { Token } from "./wire";

interface TokensCardProps {
  tokens: readonly Token[];
  email: string;
  onMade: (token: string) => void;
}

/** The account's tokens: each can be revoked, and others can be made. */
export function TokensCard({ tokens, email, onMade }: TokensCardProps) {
  const words = useTranslations("developers.tokens");
  const router = useRouter();
  const toast = useToast();
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function revoke({ id }: Token) {
    setProblem(null);
    try {
      await callApi("DELETE", `/account/tokens/${id}`);
      toast(words("revoked"));
    } catch (error) {
      setProblem(asProblem(error));
    }
    setRevoking(null);
    router.refresh();
  }

  return (
    <Card
      title={words("title")}
      id="tokens"
      actions={
        <Button variant="primary" onClick={() => setMaking(true)}>
          {words("new")}
        </Button>
      }
    >
      <p className="max-w-180 text-ui text-muted">{words("lead")}</p>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {tokens.length === 0 ? (
        <p className="mt-4 text-ui">{words("none")}</p>
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
          title={words("revokeTitle", { name: revoking.name })}
          body={words("revokeBody")}
          confirmLabel={words("revoke")}
          onConfirm={() => revoke(revoking)}
        />
      )}
    </Card>
  );
}
