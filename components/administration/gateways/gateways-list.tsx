"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { callApi, violationOf } from "@/components/api/call";
import { FormProblem, useViolationText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { usePageLimits } from "@/components/ui/page-limits";
import { ButtonLink } from "@/components/ui/page-link";
import { StatePill, type StateTone } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
import type { gatewayAnswer, GatewayChannel, gatewayTestAnswer } from "@/lib/administration/schema";

type Gateway = z.infer<typeof gatewayAnswer>;

const tones: Record<Gateway["state"], StateTone> = { configured: "good", kept: "warning", off: "off" };

/** The gateways: each with its set-up state, the result of its last test, and a button to test it again. */
export function GatewaysList({ gateways }: { gateways: readonly Gateway[] }) {
  const t = useTranslations("administration.gateways");
  const [testing, setTesting] = useState<Gateway["channel"] | null>(null);
  return (
    <Card>
      <p className="max-w-180 text-ui text-muted">{t("intro")}</p>
      <ul className="mt-2 divide-y divide-hairline">
        {gateways.map((gateway) => (
          <li key={gateway.channel} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
            <GatewayFacts gateway={gateway} />
            {gateway.state !== "off" && (
              <div className="flex flex-wrap gap-2">
                {gateway.state === "kept" && <ButtonLink href="/inbox">{t("openInbox")}</ButtonLink>}
                <Button
                  aria-label={t("testOf", { channel: t(`channel.${gateway.channel}`) })}
                  onClick={() => setTesting(gateway.channel)}
                >
                  {t("test")}
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
  const t = useTranslations("administration.gateways");
  return (
    <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1.5 text-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-medium">{t(`channel.${channel}`)}</span>
        <StatePill tone={tones[state]}>{t(`state.${state}`)}</StatePill>
      </p>
      {state !== "configured" && <p className="max-w-160 text-muted">{t(`needs.${channel}`)}</p>}
      {waiting > 0 && <p className="font-medium text-warning">{t("waiting", { count: waiting })}</p>}
      {lastTest && (
        <p className="text-caption text-muted wrap-anywhere">
          {t.rich(lastTest.delivered ? "lastTaken" : "lastRefused", {
            at: () => <Time at={lastTest.at} />,
            to: lastTest.sentTo,
            reason: lastTest.reason ?? "",
          })}
        </p>
      )}
    </div>
  );
}

type Result = z.infer<typeof gatewayTestAnswer>;

const inputs = {
  email: { type: "email", autoComplete: "email" },
  sms: { type: "tel", autoComplete: "tel" },
  signal: { type: "tel", autoComplete: "tel" },
  telegram: { type: "text", autoComplete: "off" },
} as const;

/** Sends a test message to the given recipient, or to the administrator, and shows the gateway's result. */
function TestGatewayDialog({ channel, onClose }: { channel: GatewayChannel; onClose: () => void }) {
  const t = useTranslations("administration.gateways");
  const { gatewayTestsPerHour } = usePageLimits();
  const violationText = useViolationText();
  const shell = useTranslations("shell");
  const router = useRouter();
  const [to, setTo] = useState("");
  const [result, setResult] = useState<Result | null>(null);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    setResult(null);
    setResult(await callApi<Result>("POST", `/admin/gateways/${channel}/test`, { json: to === "" ? {} : { to } }));
    router.refresh();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("testTitle", { channel: t(`channel.${channel}`) })}
      description={t("testLead", { count: gatewayTestsPerHour })}
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput
          {...inputs[channel]}
          label={t(`to.${channel}`)}
          hint={t(`toHint.${channel}`)}
          name="to"
          maxLength={254}
          value={to}
          error={violationText(violationOf(problem, "/to"))}
          onChange={(event) => setTo(event.target.value)}
        />
        <FormProblem problem={problem} fields={["/to"]} />
        {result && <TestResult result={result} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{shell("close")}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t("test")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TestResult({ result: { delivered, sentTo, durationMs, reason } }: { result: Result }) {
  const t = useTranslations("administration.gateways");
  return (
    <Notice tone={delivered ? "success" : "danger"} role="status" title={t(delivered ? "taken" : "refused")}>
      {delivered ? t("takenBody", { to: sentTo, ms: durationMs }) : <span className="wrap-anywhere">{reason}</span>}
    </Notice>
  );
}
