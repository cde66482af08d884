"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { endpointAnswer } from "@/lib/delivery/schema";
import { DeliveryLog } from "./delivery-log";
import { ShownOnce } from "./new-token-dialog";
import { NewWebhookDialog } from "./new-webhook-dialog";

export type Endpoint = z.infer<typeof endpointAnswer>;

interface WebhooksCardProps {
  endpoints: readonly Endpoint[];
  eventNames: readonly string[];
}

/** The account's webhooks with their actions and delivery logs. */
export function WebhooksCard({ endpoints, eventNames }: WebhooksCardProps) {
  const t = useTranslations("developers.webhooks");
  const router = useRouter();
  const toast = useToast();
  const [isAdding, setAdding] = useState(false);
  const [confirming, setConfirming] = useState<{ action: Confirmed; endpoint: Endpoint } | null>(null);
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

  const actions: WebhookActions = {
    test: ({ id }) =>
      run(async () => {
        await callApi("POST", `/webhooks/${id}/test`);
        toast(t("tested"));
      }),
    enable: ({ id }, enabled) => run(() => callApi("PATCH", `/webhooks/${id}`, { json: { enabled } })),
    confirm: (action, endpoint) => setConfirming({ action, endpoint }),
  };
  const confirmed = {
    remove: ({ id }: Endpoint) =>
      run(async () => {
        await callApi("DELETE", `/webhooks/${id}`);
        toast(t("removed"));
      }),
    rotate: ({ id }: Endpoint) =>
      run(async () => setSecret((await callApi<{ secret: string }>("POST", `/webhooks/${id}/rotate`)).secret)),
  };

  const newWebhook = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {t("new")}
    </Button>
  );
  return (
    <Card title={t("title")} id="webhooks" actions={endpoints.length > 0 && newWebhook}>
      <p className="max-w-180 text-ui text-muted">
        {t("lead")}{" "}
        <Link href="/docs/api/webhooks" className="text-primary underline">
          {t("how")}
        </Link>
      </p>
      {problem && <ProblemNotice problem={problem} className="mt-4" />}
      {endpoints.length === 0 ? (
        <EmptyState isInCard picture="webhooks" title={t("none")} body={t("noneBody")} action={newWebhook} />
      ) : (
        <ul className="mt-2 divide-y divide-hairline">
          {endpoints.map((endpoint) => (
            <WebhookRow key={endpoint.id} endpoint={endpoint} actions={actions} />
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
          action={confirming.action}
          endpoint={confirming.endpoint}
          onConfirm={() => confirmed[confirming.action](confirming.endpoint)}
          onClose={() => setConfirming(null)}
        />
      )}
      {secret !== null && (
        <Dialog
          open
          onOpenChange={(open) => !open && setSecret(null)}
          title={t("secretTitle")}
          footer={
            <Button variant="primary" onClick={() => setSecret(null)}>
              {t("done")}
            </Button>
          }
        >
          <ShownOnce text={t("secret")} secret={secret} copyLabel={t("copySecret")} />
        </Dialog>
      )}
    </Card>
  );
}

interface WebhookActions {
  test: (endpoint: Endpoint) => Promise<void>;
  enable: (endpoint: Endpoint, enabled: boolean) => Promise<void>;
  confirm: (action: Confirmed, endpoint: Endpoint) => void;
}

function WebhookRow({ endpoint, actions }: { endpoint: Endpoint; actions: WebhookActions }) {
  const t = useTranslations("developers.webhooks");
  const [isOpen, setOpen] = useState(false);
  const [tests, setTests] = useState(0);
  const { url, enabled, lastDeliveryAt, disabledReason, failuresInRow, description, events } = endpoint;

  async function test() {
    await actions.test(endpoint);
    setOpen(true);
    setTests(tests + 1);
  }

  return (
    <li className="py-4 text-ui">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-mono font-semibold wrap-anywhere">{url}</p>
          {description !== null && (
            <p className="wrap-anywhere">
              <bdi>{description}</bdi>
            </p>
          )}
          <p className="mt-0.5 text-caption text-muted">
            <span className={clsx("font-medium", enabled ? "text-success" : "text-danger")}>
              {t(enabled ? "enabled" : "disabled")}
            </span>
            {" · "}
            {events === null ? (
              t("allEvents")
            ) : (
              <span title={events.join(", ")}>{t("someEvents", { count: events.length })}</span>
            )}
            {" · "}
            {lastDeliveryAt === null
              ? t("noDelivery")
              : t.rich("lastDelivery", { at: () => <Time at={lastDeliveryAt} /> })}
          </p>
          {disabledReason !== null && <p className="mt-1 text-caption text-danger">{t(`reason.${disabledReason}`)}</p>}
          {enabled && failuresInRow > 0 && (
            <p className="mt-1 text-caption text-warning">{t("failures", { count: failuresInRow })}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button aria-label={t("testLabel", { url })} onClick={() => void test()}>
            {t("test")}
          </Button>
          <Button aria-label={t("rotateLabel", { url })} onClick={() => actions.confirm("rotate", endpoint)}>
            {t("rotate")}
          </Button>
          <Button
            aria-label={t(enabled ? "disableLabel" : "enableLabel", { url })}
            onClick={() => void actions.enable(endpoint, !enabled)}
          >
            {t(enabled ? "disable" : "enable")}
          </Button>
          <Button aria-label={t("removeLabel", { url })} onClick={() => actions.confirm("remove", endpoint)}>
            {t("remove")}
          </Button>
        </div>
      </div>
      <DeliveryLog key={tests} endpoint={endpoint} isOpen={isOpen} onOpen={setOpen} />
    </li>
  );
}

type Confirmed = "remove" | "rotate";

interface WebhookConfirmProps {
  action: Confirmed;
  endpoint: Endpoint;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a webhook is deleted or gets a new secret. */
function WebhookConfirm({ action, endpoint, onConfirm, onClose }: WebhookConfirmProps) {
  const t = useTranslations("developers.webhooks");
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      danger={action === "remove"}
      title={t(`${action}Title`)}
      body={t(`${action}Body`, { url: endpoint.url })}
      confirmLabel={t(action)}
      onConfirm={onConfirm}
    />
  );
}
