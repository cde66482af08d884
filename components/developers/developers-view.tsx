"use client";

import { clsx } from "clsx";
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { CodeBlock, Prose } from "@/components/docs/code-block";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/inputs";
import { ButtonLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { tokenAnswer } from "@/lib/accounts/schema";
import type { loggedRequestAnswer, requestLogAnswer } from "@/lib/api/request-log/schema";
import { NewTokenDialog } from "./new-token-dialog";
import { withToken, withValues, type QuickstartStep } from "./quickstart-steps";
import { WebhooksCard, type Endpoint } from "./webhooks-card";

type Token = z.infer<typeof tokenAnswer>;
type LoggedRequest = z.infer<typeof loggedRequestAnswer>;
export type RequestLogPage = z.infer<typeof requestLogAnswer>;

interface DevelopersViewProps {
  email: string;
  origin: string;
  tokens: readonly Token[];
  endpoints: readonly Endpoint[];
  steps: readonly QuickstartStep[];
  eventNames: readonly string[];
  requests: RequestLogPage;
}

/** Tokens, quickstart, request log, webhooks. A token created here is filled into the quickstart while the page stays open. */
export function DevelopersView({ email, origin, tokens, endpoints, steps, eventNames, requests }: DevelopersViewProps) {
  const [made, setMade] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-6">
      <TokensCard tokens={tokens} email={email} onMade={setMade} />
      <QuickstartCard steps={steps} values={{ BASE: origin, EMAIL: email }} token={made} />
      <RequestLogCard initial={requests} tokens={tokens} />
      <WebhooksCard endpoints={endpoints} eventNames={eventNames} />
    </div>
  );
}

interface QuickstartCardProps {
  steps: readonly QuickstartStep[];
  values: Readonly<Record<string, string>>;
  token: string | null;
}

/** docs/quickstart.md with the values of this server and account. */
function QuickstartCard({ steps, values, token }: QuickstartCardProps) {
  const t = useTranslations("developers");
  return (
    <Card title={t("quickstart.title")} id="quickstart">
      <p className="max-w-180 text-ui text-muted">
        {t("quickstart.lead")} {token !== null && t("quickstart.withToken")}
      </p>
      <ol lang="en" dir="ltr" className="mt-4 flex flex-col gap-6">
        {steps.map((step) => {
          const { title, text, code } = token === null ? step : withToken(step, token);
          const shown = withValues(code, values);
          return (
            <li key={title} className="min-w-0">
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 mb-2 max-w-180 text-ui text-muted">
                <Prose text={text.replaceAll("**", "")} />
              </p>
              <CodeBlock
                label={title}
                caption="bash"
                code={shown}
                action={<CopyButton text={shown} label={t("copy")} name={t("quickstart.copyLabel", { title })} />}
              />
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

const classes = ["2xx", "4xx", "5xx"] as const;

/** The account's API calls of the last seven days, by outcome and token. */
function RequestLogCard({ initial, tokens }: { initial: RequestLogPage; tokens: readonly Token[] }) {
  const t = useTranslations("developers.requests");
  const { filter, setFilter, requests, hasMore, problem, more } = useRequestLog(initial);
  const isFiltered = filter.status !== "" || filter.token !== "";
  return (
    <Card title={t("title")} id="requests">
      <p className="max-w-180 text-ui text-muted">{t("lead")}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Select
          className="min-w-0 flex-1 basis-40 sm:max-w-60"
          label={t("outcome")}
          value={filter.status}
          onChange={(event) => setFilter({ ...filter, status: event.target.value })}
          options={[{ value: "", label: t("all") }, ...classes.map((value) => ({ value, label: t(`class.${value}`) }))]}
        />
        <Select
          className="min-w-0 flex-1 basis-40 sm:max-w-60"
          label={t("token")}
          value={filter.token}
          onChange={(event) => setFilter({ ...filter, token: event.target.value })}
          options={[
            { value: "", label: t("all") },
            ...tokens.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {requests.length === 0 ? (
        <EmptyState
          isInCard
          picture={isFiltered ? "search" : "calls"}
          title={t(isFiltered ? "noneFound" : "none")}
          body={isFiltered ? undefined : t("noneBody")}
          action={
            isFiltered ? (
              <Button onClick={() => setFilter(unfiltered)}>{t("showAll")}</Button>
            ) : (
              <ButtonLink href="#quickstart">{t("quickstart")}</ButtonLink>
            )
          }
        />
      ) : (
        <ul aria-label={t("title")} className="mt-2 divide-y divide-hairline">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div className="-ms-3.5 mt-3">
          <Button variant="quiet" onClick={more}>
            {t("more")}
          </Button>
        </div>
      )}
    </Card>
  );
}

const looks = {
  taken: { icon: CircleCheck, look: "text-success" },
  refused: { icon: CircleAlert, look: "text-warning" },
  failed: { icon: CircleX, look: "text-danger" },
} as const;

function outcomeOf(status: number): keyof typeof looks {
  return status >= 500 ? "failed" : status >= 400 ? "refused" : "taken";
}

/** One call: request, outcome, and the ID that finds it in other logs. */
function RequestRow({
  request: { at, method, path, status, code, durationMs, requestId, token },
}: {
  request: LoggedRequest;
}) {
  const t = useTranslations("developers.requests");
  const outcome = outcomeOf(status);
  const { icon: Icon, look } = looks[outcome];
  return (
    <li className="py-2.5 text-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={clsx("inline-flex items-center gap-1 font-medium tabular-nums", look)}>
          <Icon aria-hidden className="size-4" />
          {status}
          <span className="sr-only">{t(`outcomes.${outcome}`)}</span>
        </span>
        <code dir="ltr" className="min-w-0 font-mono wrap-anywhere">
          <span className="font-semibold">{method}</span> {path}
        </code>
        {code !== null && (
          <Link
            href={`/docs/errors/${code.replaceAll("_", "-")}`}
            translate="no"
            className="inline-flex min-h-6 items-center font-mono text-primary underline"
          >
            {code}
          </Link>
        )}
      </p>
      <p className="mt-0.5 text-caption text-muted wrap-anywhere">
        <Time at={at} />
        {" · "}
        {t("duration", { ms: durationMs })}
        {" · "}
        {token ? token.name || t("tokenGone") : t("password")}
        {" · "}
        <code dir="ltr" className="font-mono">
          {requestId}
        </code>
      </p>
    </li>
  );
}

interface TokensCardProps {
  tokens: readonly Token[];
  email: string;
  onMade: (token: string) => void;
}

/** The account's tokens, each with a button to revoke it, and a form to create one. */
function TokensCard({ tokens, email, onMade }: TokensCardProps) {
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

/** When the page was loaded, in milliseconds since 1970. Null until hydration, so that server and browser render the same. */
function useNow(): number | null {
  return useSyncExternalStore(
    () => () => undefined,
    () => loadedAt,
    () => null,
  );
}

interface RequestFilter {
  /** `2xx`, `4xx`, `5xx`; "" for all. */
  status: string;
  /** The id of a token; "" for all. */
  token: string;
}

interface RequestLogState {
  filter: RequestFilter;
  setFilter: (filter: RequestFilter) => void;
  requests: readonly LoggedRequest[];
  hasMore: boolean;
  problem: ApiProblem | null;
  more: () => void;
}

const unfiltered: RequestFilter = { status: "", token: "" };
const lookAgainMs = 3000;
const atOnce = "20";

/** The request log, newest first. New calls appear by themselves while the page is visible. */
function useRequestLog(initial: RequestLogPage): RequestLogState {
  const [filter, setFilter] = useState<RequestFilter>(unfiltered);
  const [page, setPage] = useState(initial);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const asked = useRef(filter);

  /** An answer to an outdated query is dropped. */
  const ask = useCallback(
    (
      of: RequestFilter,
      cursor: string | null,
      take: (page: RequestLogPage, answer: RequestLogPage) => RequestLogPage,
    ) => {
      const query = new URLSearchParams(
        Object.entries({ ...of, cursor: cursor ?? "", length: atOnce }).filter(([, value]) => value !== ""),
      );
      callApi<RequestLogPage>("GET", `/account/requests?${query.toString()}`).then(
        (answer) => {
          if (asked.current !== of) return;
          setPage((present) => take(present, answer));
          setProblem(null);
        },
        (error: unknown) => setProblem(asProblem(error)),
      );
    },
    [],
  );

  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === "visible") ask(asked.current, null, joinNewer);
    }, lookAgainMs);
    return () => window.clearInterval(timer);
  }, [ask]);

  return {
    filter,
    setFilter(next) {
      asked.current = next;
      setFilter(next);
      ask(next, null, (_present, answer) => answer);
    },
    requests: page.data,
    hasMore: page.pagination.nextCursor !== null,
    problem,
    more: () =>
      ask(filter, page.pagination.nextCursor, (present, older) => ({
        ...older,
        data: [...present.data, ...older.data],
      })),
  };
}

/** Puts newer rows before the shown ones. If more than one page is new, that page replaces the rows, so that none is missing in between. */
export function joinNewer(shown: RequestLogPage, newest: RequestLogPage): RequestLogPage {
  const [first] = shown.data;
  if (!first) return newest;
  const at = newest.data.findIndex(({ id }) => id <= first.id);
  if (at === 0) return shown;
  return at === -1 ? newest : { ...shown, data: [...newest.data.slice(0, at), ...shown.data] };
}
