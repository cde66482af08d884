"use client";

import { CircleCheck, ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { DrawPanel } from "@/components/signature-pad/draw-panel";
import { blobToBase64 } from "@/components/signature-pad/stored-pictures";
import { drawingToPng, useStrokeHistory, type Ink } from "@/components/signature-pad/strokes";
import { noteUserAction, PageHeading } from "@/components/signing/link/page-heading";
import { StateCard } from "@/components/signing/link/state-card";
import { Button } from "@/components/ui/button";
import { useIsInBrowser } from "@/components/ui/use-stored";
import type { openedDrawing } from "@/lib/signing/drawing/schema";

type Opened = z.infer<typeof openedDrawing>;

/**
 * The page behind the QR code, for drawing and sending one picture. It receives no data about the document or the
 * signer.
 */
export function DrawPage() {
  const t = useTranslations("signature.onPhone");
  const secret = useSecret();
  const isInBrowser = useIsInBrowser();
  const [opened, setOpened] = useState<Opened | "gone" | null>(null);
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    if (secret === "") return;
    let isCurrent = true;
    const show = (next: Opened | "gone") => isCurrent && setOpened(next);
    void callApi<Opened>("POST", "/drawings/open", { json: { secret } }).then(show, () => show("gone"));
    return () => {
      isCurrent = false;
    };
  }, [secret]);

  if (isSent)
    return (
      <StateCard icon={CircleCheck} tone="success" heading={t("sentTitle")}>
        <p>{t("sent")}</p>
      </StateCard>
    );
  if (opened === "gone" || (isInBrowser && secret === ""))
    return (
      <StateCard icon={ScanLine} heading={t("goneTitle")}>
        <p>{t(opened === "gone" ? "gone" : "none")}</p>
      </StateCard>
    );
  if (opened === null) return null;
  return <Pad secret={secret} type={opened.type} onSent={() => setSent(true)} onGone={() => setOpened("gone")} />;
}

interface PadProps {
  secret: string;
  type: Opened["type"];
  onSent: () => void;
  onGone: () => void;
}

function Pad({ secret, type, onSent, onGone }: PadProps) {
  const t = useTranslations("signature.onPhone");
  const history = useStrokeHistory("paraph.phone");
  const [ink, setInk] = useState<Ink>("black");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const title = t(type === "signature" ? "titleSignature" : "titleInitials");

  async function send() {
    setBusy(true);
    setProblem(null);
    try {
      const base64 = await blobToBase64(await drawingToPng(history.strokes, ink));
      await callApi("POST", "/drawings", { json: { secret, file: { base64 } } });
      history.forget();
      noteUserAction();
      onSent();
    } catch (error) {
      const refusal = asProblem(error);
      if (refusal.code === "not_found") return onGone();
      setProblem(refusal);
      setBusy(false);
    }
  }

  return (
    <div className="mx-auto flex w-full max-w-160 flex-col gap-5 px-4 py-6">
      <header>
        <PageHeading>{title}</PageHeading>
        <p className="mt-1 text-reading text-muted">{t("lead")}</p>
      </header>
      <DrawPanel
        label={t(type === "signature" ? "canvasSignature" : "canvasInitials")}
        history={history}
        ink={ink}
        onInkChange={setInk}
        onDrawn={history.draw}
        isShown
        canType={false}
      />
      {problem && <ProblemNotice problem={problem} onRetry={() => void send()} />}
      <Button
        size="signer"
        variant="primary"
        busy={isBusy}
        disabled={history.strokes.length === 0}
        onClick={() => void send()}
        className="w-full"
      >
        {t("send")}
      </Button>
    </div>
  );
}

/** The fragment of the address, which is never sent to a server; "" before hydration or if there is none. */
function useSecret(): string {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener("hashchange", changed);
      return () => window.removeEventListener("hashchange", changed);
    },
    () => window.location.hash.slice(1),
    () => "",
  );
}
