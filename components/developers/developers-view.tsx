"use client";

import { useState } from "react";
import { QuickstartCard } from "./quickstart-card";
import type { QuickstartStep } from "./quickstart-steps";
import { RequestLogCard } from "./request-log-card";
import { TokensCard } from "./tokens-card";
import { WebhooksCard } from "./webhooks-card";
import type { Endpoint, RequestLogPage, Token } from "./wire";

interface DevelopersViewProps {
  email: string;
  origin: string;
  tokens: readonly Token[];
  endpoints: readonly Endpoint[];
  steps: readonly QuickstartStep[];
  eventNames: readonly string[];
  requests: RequestLogPage;
}

/** Tokens, quickstart, the log of calls, webhooks. A token that is made here is filled into the quickstart while the page is open. */
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
