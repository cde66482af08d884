"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { DeliveryLog } from "./delivery-log";
import type { Confirmed } from "./webhook-confirm";
import type { Endpoint } from "./wire";

export interface WebhookActs {
  test: (endpoint: Endpoint) => Promise<void>;
  enable: (endpoint: Endpoint, enabled: boolean) => Promise<void>;
  confirm: (act: Confirmed, endpoint: Endpoint) => void;
}

export function WebhookRow({ endpoint, acts }: { endpoint: Endpoint; acts: WebhookActs }) {
  const words = useTranslations("developers.webhooks");
  const [isOpen, setOpen] = useState(false);
  const [tests, setTests] = useState(0);
  const { url, enabled, lastDeliveryAt, disabledReason, failuresInRow, description, events } = endpoint;

  async function test() {
    await acts.test(endpoint);
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
              {words(enabled ? "enabled" : "disabled")}
            </span>
            {" · "}
            {events === null ? (
              words("allEvents")
            ) : (
              <span title={events.join(", ")}>{words("someEvents", { count: events.length })}</span>
            )}
            {" · "}
            {lastDeliveryAt === null
              ? words("noDelivery")
              : words.rich("lastDelivery", { at: () => <Time at={lastDeliveryAt} /> })}
          </p>
          {disabledReason !== null && (
            <p className="mt-1 text-caption text-danger">{words(`reason.${disabledReason}`)}</p>
          )}
          {enabled && failuresInRow > 0 && (
            <p className="mt-1 text-caption text-warning">{words("failures", { count: failuresInRow })}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button aria-label={words("testLabel", { url })} onClick={() => void test()}>
            {words("test")}
          </Button>
          <Button aria-label={words("rotateLabel", { url })} onClick={() => acts.confirm("rotate", endpoint)}>
            {words("rotate")}
          </Button>
          <Button
            aria-label={words(enabled ? "disableLabel" : "enableLabel", { url })}
            onClick={() => void acts.enable(endpoint, !enabled)}
          >
            {words(enabled ? "disable" : "enable")}
          </Button>
          <Button aria-label={words("removeLabel", { url })} onClick={() => acts.confirm("remove", endpoint)}>
            {words("remove")}
          </Button>
        </div>
      </div>
      <DeliveryLog key={tests} endpoint={endpoint} isOpen={isOpen} onOpen={setOpen} />
    </li>
  );
}
