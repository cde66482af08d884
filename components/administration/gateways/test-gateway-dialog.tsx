"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { FormProblem } from "@/components/account/form-problem";
import { useSubmit } from "@/components/account/use-submit";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationWords } from "@/components/api/use-violation-words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextInput } from "@/components/ui/text-input";
import type { GatewayChannel, gatewayTestAnswer } from "@/lib/gateways/schema";

type Result = z.infer<typeof gatewayTestAnswer>;

const inputs = {
  email: { type: "email", autoComplete: "email" },
  sms: { type: "tel", autoComplete: "tel" },
  signal: { type: "tel", autoComplete: "tel" },
  telegram: { type: "text", autoComplete: "off" },
} as const;

/** Sends one test message to whoever is named, or to the administrator, and shows what the gateway made of it. */
export function TestGatewayDialog({ channel, onClose }: { channel: GatewayChannel; onClose: () => void }) {
  const words = useTranslations("administration.gateways");
  const say = useViolationWords();
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
      title={words("testTitle", { channel: words(`channel.${channel}`) })}
      description={words("testLead")}
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput
          {...inputs[channel]}
          label={words(`to.${channel}`)}
          hint={words(`toHint.${channel}`)}
          name="to"
          maxLength={254}
          value={to}
          error={say(violationOf(problem, "/to"))}
          onChange={(event) => setTo(event.target.value)}
        />
        <FormProblem problem={problem} fields={["/to"]} />
        {result && <TestResult result={result} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{shell("close")}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {words("test")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TestResult({ result: { delivered, sentTo, durationMs, reason } }: { result: Result }) {
  const words = useTranslations("administration.gateways");
  return (
    <Notice tone={delivered ? "success" : "danger"} role="status" title={words(delivered ? "taken" : "refused")}>
      {delivered ? words("takenBody", { to: sentTo, ms: durationMs }) : <span className="wrap-anywhere">{reason}</span>}
    </Notice>
  );
}
