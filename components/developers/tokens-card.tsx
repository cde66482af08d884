"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { logInOrThrow } from "@/components/account/log-in";
import { asProblem, callApi, violationOf, type ApiProblem } from "@/components/api/call";
import { FormProblem, ProblemNotice, useViolationText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Checkbox, Select, TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { usePageLimits } from "@/components/ui/page-limits";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { tokenAnswer } from "@/lib/accounts/schema";
import { dayMs } from "@/lib/platform/locale/format";

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

interface NewTokenDialogProps {
  email: string;
  onMade: (token: string) => void;
  onClose: () => void;
}

const scopes = ["read", "write", "sign"] as const;
const lives = ["30", "90", "365", "never"] as const;
/**
 * Asks for a name, scopes and expiry, and for the password if the session has no fresh proof. Then shows the token
 * once.
 */
function NewTokenDialog({ email, onMade, onClose }: NewTokenDialogProps) {
  const t = useTranslations("developers.newToken");
  const { freshProofMinutes } = usePageLimits();
  const violationText = useViolationText();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>(["read", "write"]);
  const [life, setLife] = useState<string>("90");
  const [password, setPassword] = useState("");
  const [made, setMade] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    if (password !== "") await logInOrThrow(email, password);
    const end = life === "never" ? {} : { expiresAt: new Date(Date.now() + Number(life) * dayMs).toISOString() };
    const { token } = await callApi<{ token: string }>("POST", "/account/tokens", {
      json: { name, scopes: chosen, ...end },
    });
    setMade(token);
    onMade(token);
  });
  const lifetimeLabel = (days: string) =>
    days === "never" ? t("never") : days === "365" ? t("year") : t("days", { count: Number(days) });
  const asksPassword = problem?.code === "reauth_required" || password !== "";

  if (made !== null) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t("shownTitle")}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t("done")}
          </Button>
        }
      >
        <ShownOnce text={t("shown")} secret={made} copyLabel={t("copyToken")} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("title")}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput
          label={t("name")}
          hint={t("nameHint")}
          required
          maxLength={255}
          value={name}
          error={violationText(violationOf(problem, "/name"))}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-ui font-medium">{t("scopes")}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={t(scope)}
              hint={t(`${scope}Hint`)}
              checked={chosen.includes(scope)}
              onChange={(event) =>
                setChosen(scopes.filter((other) => (other === scope ? event.target.checked : chosen.includes(other))))
              }
            />
          ))}
          {chosen.length === 0 && <p className="text-caption text-muted">{t("scopeMissing")}</p>}
        </fieldset>
        <Select
          label={t("ends")}
          value={life}
          options={lives.map((value) => ({ value, label: lifetimeLabel(value) }))}
          onChange={(event) => setLife(event.target.value)}
        />
        {asksPassword && (
          <PasswordInput
            label={t("password")}
            hint={t("passwordHint", { minutes: freshProofMinutes })}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {problem?.code !== "reauth_required" && <FormProblem problem={problem} fields={["/name"]} />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={isBusy} disabled={chosen.length === 0}>
            {t("make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A secret that the API returns only once. */
export function ShownOnce({ text, secret, copyLabel }: { text: string; secret: string; copyLabel: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" role="status">
        {text}
      </Notice>
      <code className="rounded-control border border-control bg-canvas px-3 py-2 font-mono text-ui wrap-anywhere select-all">
        {secret}
      </code>
      <div>
        <CopyButton text={secret} label={copyLabel} />
      </div>
    </div>
  );
}
