"use client";

import { Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { usePageLimits } from "@/components/ui/page-limits";
import { QrCode } from "@/components/ui/qr-code";
import type { drawingAnswer, startedDrawing } from "@/lib/signing/drawing/schema";
import type { SignatureType } from "./stored-pictures";

/** A QR code that leads a phone to a page to draw on. */
export function PhonePanel({ drawing }: { drawing: PhoneDrawing }) {
  const t = useTranslations("signature.phone");
  const { drawingMinutes } = usePageLimits();
  const { state, url, problem, start } = drawing;
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
      <div className="flex size-48 shrink-0 items-center justify-center rounded-card border border-hairline bg-paper p-3">
        {url !== null && (state === "waiting" || state === "opened") ? (
          <QrCode text={url} label={t("code")} />
        ) : (
          <Smartphone aria-hidden className="size-12 text-paper-muted" />
        )}
      </div>
      <div className="flex min-w-0 flex-col items-start gap-3">
        <p className="text-reading">{t("how")}</p>
        <p className="text-ui text-muted">{t("safe", { minutes: drawingMinutes })}</p>
        <p role="status" className="text-ui font-medium">
          {state !== "starting" && state !== "failed" && t(state)}
        </p>
        {problem && <ProblemNotice problem={problem} />}
        {(state === "over" || state === "failed" || state === "drawn") && (
          <Button size="signer" onClick={start}>
            {t("again")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** API path that starts a drawing on a phone. */
export type DrawingsPath = `/sign/uuid/${string}/drawings`;

export interface PhoneDrawing {
  state: "starting" | "waiting" | "opened" | "drawn" | "over" | "failed";
  /** For the QR code; null while there is none. */
  url: string | null;
  png: Blob | null;
  problem: ApiProblem | null;
  /** Requests a new code. */
  start: () => void;
}

type Started = z.infer<typeof startedDrawing>;
type Answer = z.infer<typeof drawingAnswer>;

const everyMs = 1500;
const nothing = { state: "starting", url: null, png: null, problem: null } as const;

/** A drawing made on a phone, polled while the panel is shown. A code is requested when the panel is first shown. */
export function usePhoneDrawing(path: DrawingsPath | undefined, type: SignatureType, isShown: boolean): PhoneDrawing {
  const [shown, setShown] = useState<Omit<PhoneDrawing, "start">>(nothing);
  const [started, setStarted] = useState<Started | null>(null);
  const turn = useRef(0);

  const start = useCallback(() => {
    if (path === undefined) return;
    const mine = (turn.current += 1);
    setShown(nothing);
    setStarted(null);
    void callApi<Started>("POST", path, { json: { type } }).then(
      (answer) => {
        if (mine !== turn.current) return;
        setStarted(answer);
        setShown({ ...nothing, state: "waiting", url: answer.url });
      },
      (error: unknown) => {
        if (mine === turn.current) setShown({ ...nothing, state: "failed", problem: asProblem(error) });
      },
    );
  }, [path, type]);

  useEffect(() => {
    if (!isShown || turn.current > 0) return;
    // Deferred, because the effect must not set state while it runs.
    const timer = window.setTimeout(start, 0);
    return () => window.clearTimeout(timer);
  }, [isShown, start]);

  const isAwaited = shown.state === "waiting" || shown.state === "opened";
  useEffect(() => {
    if (path === undefined || !started || !isShown || !isAwaited) return;
    const mine = turn.current;
    const look = () =>
      void callApi<Answer>("GET", `${path}/${started.id}`).then(
        (answer) => mine === turn.current && setShown((before) => ({ ...before, ...after(answer) })),
        (error: unknown) => {
          // Without a network, the next poll may succeed.
          if (mine === turn.current && asProblem(error).code === "not_found")
            setShown((before) => ({ ...before, state: "over", url: null }));
        },
      );
    const timer = window.setInterval(look, everyMs);
    return () => window.clearInterval(timer);
  }, [path, started, isShown, isAwaited]);

  return { ...shown, start };
}

function after({ state, file }: Answer): Partial<PhoneDrawing> {
  if (!file) return { state };
  const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  return { state, url: null, png: new Blob([bytes], { type: file.mediaType }) };
}

const fine = "(pointer: fine)";

/** Whether this device has a mouse: people who sign on a phone can draw on it directly. */
export function useHasMouse(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(fine);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => window.matchMedia(fine).matches,
    () => false,
  );
}
