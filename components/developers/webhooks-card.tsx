"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { useToast } from "@/components/ui/toast";
import { NewWebhookDialog } from "./new-webhook-dialog";
import { ShownOnce } from "./shown-once";
import { WebhookConfirm, type Confirmed } from "./webhook-confirm";
import { WebhookRow, type WebhookActs } from "./webhook-row";
import type { Endpoint } from "./wire";

interface WebhooksCardProps {
  endpoints: readonly Endpoint[];
  eventNames: readonly string[];
}

/** The account's webhooks, what may be done with each, and the log of what was sent. */
export function WebhooksCard({ endpoints, eventNames }: WebhooksCardProps) {
  const words = useTranslations("developers.webhooks");
  const router = useRouter();
  const toast = useToast();
  const [isAdding, setAdding] = useState(false);
  const [confirming, setConfirming] = useState<{ act: Confirmed; endpoint: Endpoint } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function run(work: () => Promise<void>) {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setConfirming(null);
    router.refresh();
  }

  const acts: WebhookActs = {
    test: ({ id }) =>
      run(async () => {
        await callApi("POST", `/webhooks/${id}/test`);
        toast(words("tested"));
      }),
    enable: ({ id }, enabled) => run(() => callApi("PATCH", `/webhooks/${id}`, { json: { enabled } })),
    confirm: (act, endpoint) => setConfirming({ act, endpoint }),
  };
  const confirmed = {
    remove: ({ id }: Endpoint) =>
      run(async () => {
        await callApi("DELETE", `/webhooks/${id}`);
        toast(words("removed"));
      }),
    rotate: ({ id }: Endpoint) =>
      run(async () => setSecret((await callApi<{ secret: string }>("POST", `/webhooks/${id}/rotate`)).secret)),
  };

  return (
    <Card
      title={words("title")}
      id="webhooks"
      actions={
        <Button variant="primary" onClick={() => setAdding(true)}>
          {words("new")}
        </Button>
      }
    >
      <p className="max-w-180 text-ui text-muted">
        {words("lead")}{" "}
        <Link href="/docs/api/webhooks" className="text-primary underline">
          {words("how")}
        </Link>
      </p>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {endpoints.length === 0 ? (
        <p className="mt-4 text-ui">{words("none")}</p>
      ) : (
        <ul className="mt-2 divide-y divide-hairline">
          {endpoints.map((endpoint) => (
            <WebhookRow key={endpoint.id} endpoint={endpoint} acts={acts} />
          ))}
        </ul>
      )}
      {isAdding && (
        <NewWebhookDialog
          eventNames={eventNames}
          onMade={(made) => {
            setAdding(false);
            setSecret(made);
            router.refresh();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {confirming && (
        <WebhookConfirm
          act={confirming.act}
          endpoint={confirming.endpoint}
          onConfirm={() => confirmed[confirming.act](confirming.endpoint)}
          onClose={() => setConfirming(null)}
        />
      )}
      {secret !== null && (
        <Dialog
          open
          onOpenChange={(open) => !open && setSecret(null)}
          title={words("secretTitle")}
          footer={
            <Button variant="primary" onClick={() => setSecret(null)}>
              {words("done")}
            </Button>
          }
        >
          <ShownOnce words={words("secret")} secret={secret} copyLabel={words("copySecret")} />
        </Dialog>
      )}
    </Card>
  );
}
