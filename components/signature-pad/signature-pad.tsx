"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useId, useMemo, useState } from "react";
import { ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { initialsOf } from "@/components/ui/person-avatar";
import { DrawPanel } from "./draw-panel";
import { PhonePanel, useHasMouse, usePhoneDrawing, type DrawingsPath, type PhoneDrawing } from "./phone-drawing";
import { proposeSignature } from "./propose";
import type { CleanPath } from "./signature-picture";
import { toDataUrl, type SignatureType } from "./stored-pictures";
import { drawingToPng, isTiny, useStrokeHistory, type Stroke, type StrokeHistory } from "./strokes";
import { TypePanel, type TypedSignature } from "./type-panel";
import { UploadPanel, useUploadedPicture, type Upload } from "./upload-panel";

interface SignaturePadDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  type: SignatureType;
  /** The signer's full name, also used for initials. */
  name: string;
  /** Receives the trimmed, transparent PNG. The dialog waits for the promise, and stays open if it rejects. */
  onAdopt: (png: Blob) => void | Promise<void>;
  /** Key under which the tab stores an unfinished drawing, such as the link's ID. */
  draftKey?: string | undefined;
  /** API path that cleans photos; the account's by default. */
  cleanPath?: CleanPath | undefined;
  /** API path that starts a drawing on a phone; omitted if that is not offered. */
  drawingsPath?: DrawingsPath | undefined;
}

const titles = { signature: "titleSignature", initial: "titleInitials", stamp: "titleStamp" } as const;

/**
 * Dialog to type, draw or upload a signature or initials. Needs the message areas "signature", "shell" and "errors".
 */
export function SignaturePadDialog({
  open,
  onOpenChange,
  type,
  name,
  onAdopt,
  draftKey = "account",
  cleanPath = "/account/signature/clean",
  drawingsPath,
}: SignaturePadDialogProps) {
  const t = useTranslations("signature.pad");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="medium"
      fillsPhone
      title={t(titles[type])}
      description={t(type === "stamp" ? "descriptionStamp" : "description")}
    >
      <SignaturePad
        type={type}
        name={name}
        draftKey={`paraph.${type}.${draftKey}`}
        cleanPath={cleanPath}
        drawingsPath={drawingsPath}
        onAdopt={onAdopt}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

interface SignaturePadProps extends PadOptions {
  onAdopt: (png: Blob) => void | Promise<void>;
  onCancel: () => void;
}

const useTexts = { signature: "useSignature", initial: "useInitials", stamp: "useStamp" } as const;
const previewTexts = { signature: "previewSignature", initial: "previewInitials", stamp: "previewStamp" } as const;

const tabLook =
  "min-h-11 flex-1 rounded-control px-3 text-ui font-medium text-muted hover:text-ink data-active:bg-primary-tint data-active:text-on-primary-tint";

/** The ways to make a signature. Each panel's content stays while another is shown. */
function SignaturePad({ onAdopt, onCancel, ...options }: SignaturePadProps) {
  const { type, name } = options;
  const t = useTranslations("signature.pad");
  const draw = useTranslations("signature.draw");
  const why = useId();
  const pad = usePad(options);
  const [state, setState] = useState<"idle" | "busy" | "failed" | ApiProblem>("idle");
  const { make, reason, warning } = pad.result;

  async function adopt() {
    if (!make) return;
    setState("busy");
    try {
      await onAdopt(await make());
      pad.history.forget();
      setState("idle");
    } catch (error) {
      setState(error instanceof ApiProblem ? error : "failed");
    }
  }

  // The library hides a panel a moment after it shows the next one. With both shown, the pad would jump under the pen.
  const panel = (way: Way) => ({ value: way, keepMounted: true, hidden: pad.way !== way });

  return (
    <div className="flex flex-col gap-4">
      <Tabs.Root value={pad.way} onValueChange={(way: Way) => pad.setWay(way)}>
        <Tabs.List
          hidden={pad.ways.length === 1}
          aria-label={t("ways")}
          className="mb-4 flex [&[hidden]]:hidden gap-1 rounded-card border border-hairline bg-canvas p-1 short:mb-2 short:p-0"
        >
          {pad.ways.map((way) => (
            <Tabs.Tab key={way} value={way} className={tabLook}>
              {t(way)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel {...panel("type")}>
          <TypePanel type={type} value={pad.typed} onChange={pad.setTyped} />
        </Tabs.Panel>
        <Tabs.Panel {...panel("draw")}>
          <DrawPanel
            label={draw(type === "signature" ? "canvasSignature" : "canvasInitials", { name })}
            history={pad.history}
            ink={pad.typed.ink}
            onInkChange={(ink) => pad.setTyped({ ...pad.typed, ink })}
            onDrawn={pad.draw}
            isShown={pad.way === "draw"}
            canType={pad.ways.includes("type")}
          />
        </Tabs.Panel>
        <Tabs.Panel {...panel("upload")}>
          <UploadPanel type={type} upload={pad.upload} onChoose={pad.chooseUpload} />
        </Tabs.Panel>
        {pad.ways.includes("phone") && (
          <Tabs.Panel {...panel("phone")}>
            <PhonePanel drawing={pad.phone} />
          </Tabs.Panel>
        )}
      </Tabs.Root>
      {pad.way !== "draw" && make && <SignaturePreview type={type} name={name} make={make} />}
      {warning && (
        <Notice tone="warning" role="status">
          {warning}
        </Notice>
      )}
      {state === "failed" && (
        <Notice tone="danger" role="alert">
          {t("failed")}
        </Notice>
      )}
      {state instanceof ApiProblem && <ProblemNotice problem={state} />}
      <footer className="sticky -bottom-5 z-10 -mx-5 -mb-5 rounded-b-card flex flex-wrap items-center justify-end gap-2 border-t border-hairline bg-raised px-5 py-3 short:py-1">
        <p id={why} role="status" className="min-h-4.5 basis-full text-caption text-muted sm:me-auto sm:basis-auto">
          {reason}
        </p>
        <Button size="signer" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button
          size="signer"
          variant="primary"
          disabled={!make}
          busy={state === "busy"}
          aria-describedby={why}
          onClick={() => void adopt()}
        >
          {t(useTexts[type])}
        </Button>
      </footer>
    </div>
  );
}

interface SignaturePreviewProps {
  type: SignatureType;
  name: string;
  /** Makes the picture; null if there is none to show. A new function means a new picture. */
  make: (() => Promise<Blob>) | null;
}

/** The picture on paper, as it will appear in the document. */
function SignaturePreview({ type, name, make }: SignaturePreviewProps) {
  const t = useTranslations("signature.pad");
  const url = usePictureUrl(make);
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-ui font-medium">{t("preview")}</figcaption>
      <div className="flex h-24 items-center justify-center rounded-card border border-hairline bg-paper p-3">
        {url && (
          <img src={url} alt={t(previewTexts[type], { name })} className="max-h-full max-w-full object-contain" />
        )}
      </div>
    </figure>
  );
}

function usePictureUrl(make: (() => Promise<Blob>) | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const showing = make ? make().then(toDataUrl) : Promise.resolve(null);
    void showing.catch(() => null).then((next) => isCurrent && setUrl(next));
    return () => {
      isCurrent = false;
    };
  }, [make]);
  return make ? url : null;
}

const waysHere = ["type", "draw", "upload"] as const;
type Way = (typeof waysHere)[number] | "phone";

interface PadResult {
  /** Makes the picture from the pad; null if the pad is empty. */
  make: (() => Promise<Blob>) | null;
  /** Explains why there is no picture. */
  reason?: string;
  warning?: string;
}

interface Pad {
  /** Drawing on a phone is offered where there is a mouse instead of a finger or pen. */
  ways: readonly Way[];
  way: Way;
  setWay: (way: Way) => void;
  typed: TypedSignature;
  setTyped: (typed: TypedSignature) => void;
  history: StrokeHistory;
  draw: (strokes: Stroke[], scale: number) => void;
  upload: Upload | null;
  chooseUpload: (file: File, removePaper: boolean) => void;
  phone: PhoneDrawing;
  result: PadResult;
}

interface PadOptions {
  type: SignatureType;
  name: string;
  /** Key under which the tab stores an unfinished drawing. */
  draftKey: string;
  cleanPath: CleanPath;
  /** API path that starts a drawing on a phone; none if that is not offered. */
  drawingsPath?: DrawingsPath | undefined;
}

/** State of the pad, and the picture made from it. */
function usePad({ type, name, draftKey, cleanPath, drawingsPath }: PadOptions): Pad {
  const [way, setWay] = useState<Way>(type === "stamp" ? "upload" : "type");
  const [typed, setTyped] = useState<TypedSignature>(() => ({
    text: type === "signature" ? name : initialsOf(name),
    style: "caveat",
    ink: "black",
  }));
  const history = useStrokeHistory(draftKey);
  const [scale, setScale] = useState(Infinity);
  const [upload, chooseUpload] = useUploadedPicture(cleanPath);
  const hasMouse = useHasMouse();
  const phone = usePhoneDrawing(drawingsPath, type, way === "phone");
  const results = {
    type: useTypedResult(type, typed),
    draw: useDrawnResult(history.strokes, scale, typed),
    upload: useUploadResult(upload),
    phone: usePhoneResult(phone),
  };
  const draw = useCallback(
    (strokes: Stroke[], now: number) => {
      setScale(now);
      history.draw(strokes);
    },
    [history],
  );
  const ways: readonly Way[] =
    type === "stamp" ? ["upload"] : drawingsPath !== undefined && hasMouse ? [...waysHere, "phone"] : waysHere;
  return { ways, phone, way, setWay, typed, setTyped, history, draw, upload, chooseUpload, result: results[way] };
}

function useTypedResult(type: SignatureType, { text, style, ink }: TypedSignature): PadResult {
  const t = useTranslations("signature.type");
  const make = useCallback(() => proposeSignature(text, style, ink), [text, style, ink]);
  return text.trim() === "" ? { make: null, reason: t(type === "signature" ? "empty" : "emptyInitials") } : { make };
}

function useDrawnResult(strokes: readonly Stroke[], scale: number, { ink }: TypedSignature): PadResult {
  const t = useTranslations("signature.draw");
  const make = useCallback(() => drawingToPng(strokes, ink), [strokes, ink]);
  if (strokes.length === 0) return { make: null, reason: t("empty") };
  return isTiny(strokes, scale) ? { make, warning: t("tiny") } : { make };
}

function useUploadResult(upload: Upload | null): PadResult {
  const t = useTranslations("signature.upload");
  const state = upload?.state;
  const png = typeof state === "object" && "signature" in state ? state.signature.png : null;
  const make = useMemo(() => (png ? () => Promise.resolve(png) : null), [png]);
  return make ? { make } : { make: null, reason: t("waiting") };
}

function usePhoneResult({ png }: PhoneDrawing): PadResult {
  const t = useTranslations("signature.phone");
  const make = useMemo(() => (png ? () => Promise.resolve(png) : null), [png]);
  return make ? { make } : { make: null, reason: t("reason") };
}
