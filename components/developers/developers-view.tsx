"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeBlock, Prose } from "@/components/docs/code-block";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { RequestLogCard, type RequestLogPage } from "./request-log-card";
import { TokensCard, type Token } from "./tokens-card";
import { WebhooksCard, type Endpoint } from "./webhooks-card";

interface DevelopersViewProps {
  email: string;
  origin: string;
  tokens: readonly Token[];
  endpoints: readonly Endpoint[];
  /** Markdown of docs/quickstart.md. */
  quickstart: string;
  eventNames: readonly string[];
  requests: RequestLogPage;
}

/**
 * Tokens, quickstart, request log, webhooks. A token created here is filled into the quickstart while the page stays
 * open.
 */
export function DevelopersView({
  email,
  origin,
  tokens,
  endpoints,
  quickstart,
  eventNames,
  requests,
}: DevelopersViewProps) {
  const [made, setMade] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-6">
      <TokensCard tokens={tokens} email={email} onMade={setMade} />
      <QuickstartCard quickstart={quickstart} values={{ BASE: origin, EMAIL: email }} token={made} />
      <RequestLogCard initial={requests} tokens={tokens} />
      <WebhooksCard endpoints={endpoints} eventNames={eventNames} />
    </div>
  );
}

interface QuickstartCardProps {
  quickstart: string;
  values: Readonly<Record<string, string>>;
  token: string | null;
}

/** docs/quickstart.md with the values of this server and account. */
function QuickstartCard({ quickstart, values, token }: QuickstartCardProps) {
  const t = useTranslations("developers");
  return (
    <Card title={t("quickstart.title")} id="quickstart">
      <p className="max-w-180 text-ui text-muted">
        {t("quickstart.lead")} {token !== null && t("quickstart.withToken")}
      </p>
      <ol lang="en" dir="ltr" className="mt-4 flex flex-col gap-6">
        {readSteps(quickstart).map((step) => {
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

interface QuickstartStep {
  title: string;
  /** The paragraphs above the block, as plain text. */
  text: string;
  code: string;
}

const fence = "```";

/** Steps of docs/quickstart.md: a second-level heading, text, and one shell block each. */
export function readSteps(markdown: string): QuickstartStep[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...rest] = part.split("\n");
      const [text = "", code = ""] = rest.join("\n").split(new RegExp(`${fence}(?:sh)?\n?`));
      return { title: title.trim(), text: text.trim().replaceAll(/\s+/g, " "), code: code.trimEnd() };
    });
}

/** Inserts actual values where a block sets a default, `: "${BASE:=…}"`. The block stays runnable. */
export function withValues(code: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce(
    (filled, [name, value]) =>
      filled.replace(
        new RegExp(`^: "\\$\\{${name}:=.*\\}"$`, "m"),
        () => `${name}='${value.replaceAll("'", "'\\''")}'`,
      ),
    code,
  );
}

/** Replaces the call that creates a token by a known token. */
export function withToken(step: QuickstartStep, token: string): QuickstartStep {
  return step.code.startsWith("TOKEN=") ? { ...step, code: `TOKEN=${token}` } : step;
}
