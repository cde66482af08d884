"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { gatewayAnswer } from "@/lib/gateways/schema";
import { StatePill, type StateTone } from "../state-pill";
import { TestGatewayDialog } from "./test-gateway-dialog";

export type Gateway = z.infer<typeof gatewayAnswer>;

const tones: Record<Gateway["state"], StateTone> = { configured: "good", kept: "warning", off: "off" };

/** The ways that messages take: whether each is set up, what became of its last test, and another test. */
export function GatewaysList({ gateways }: { gateways: readonly Gateway[] }) {
  const words = useTranslations("administration.gateways");
  const [testing, setTesting] = useState<Gateway["channel"] | null>(null);
  return (
    <Card>
      <p className="max-w-180 text-ui text-muted">{words("intro")}</p>
      <ul className="mt-2 divide-y divide-hairline">
        {gateways.map((gateway) => (
          <li key={gateway.channel} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
            <GatewayFacts gateway={gateway} />
            {gateway.state !== "off" && (
              <div className="flex flex-wrap gap-2">
                {gateway.state === "kept" && <ButtonLink href="/inbox">{words("openInbox")}</ButtonLink>}
                <Button
                  aria-label={words("testOf", { channel: words(`channel.${gateway.channel}`) })}
                  onClick={() => setTesting(gateway.channel)}
                >
                  {words("test")}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {testing && <TestGatewayDialog channel={testing} onClose={() => setTesting(null)} />}
    </Card>
  );
}

function GatewayFacts({ gateway: { channel, state, waiting, lastTest } }: { gateway: Gateway }) {
  const words = useTranslations("administration.gateways");
  return (
    <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1.5 text-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-medium">{words(`channel.${channel}`)}</span>
        <StatePill tone={tones[state]}>{words(`state.${state}`)}</StatePill>
      </p>
      {state !== "configured" && <p className="max-w-160 text-muted">{words(`needs.${channel}`)}</p>}
      {waiting > 0 && <p className="font-medium text-warning">{words("waiting", { count: waiting })}</p>}
      {lastTest && (
        <p className="text-caption text-muted wrap-anywhere">
          {words.rich(lastTest.delivered ? "lastTaken" : "lastRefused", {
            at: () => <Time at={lastTest.at} />,
            to: lastTest.sentTo,
            reason: lastTest.reason ?? "",
          })}
        </p>
      )}
    </div>
  );
}
