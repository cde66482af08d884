"use client";

import { Tabs } from "@base-ui/react/tabs";
import { clsx } from "clsx";
import { ImageUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useId, useMemo, useRef, useState, type DragEvent } from "react";
import { ApiProblem, asProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { initialsOf } from "@/components/ui/person-avatar";
import { DrawPanel } from "./draw-panel";
import { PhonePanel, useHasMouse, usePhoneDrawing, type DrawingsPath, type PhoneDrawing } from "./phone-drawing";
import { proposeSignature } from "./propose";
import { cleanUpload, type CleanedUpload, type CleanPath } from "./signature-picture";
import { toDataUrl, type SignatureType } from "./stored-pictures";
import { drawingToPng, isTiny, useStrokeHistory, type Stroke, type StrokeHistory } from "./strokes";
import { TypePanel, type TypedSignature } from "./type-panel";

interface SignaturePadProps extends PadOptions {
  onAdopt: (png: Blob) => void | Promise<void>;
  onCancel: () => void;
}

const useTexts = { signature: "useSignature", initial: "useInitials", stamp: "useStamp" } as const;
const previewTexts = { signature: "previewSignature", initial: "previewInitials", stamp: "previewStamp" } as const;

const tabLook =
  "min-h-11 flex-1 rounded-control px-3 text-ui font-medium text-muted hover:text-ink data-active:bg-primary-tint data-active:text-on-primary-tint";

/** The ways to make a signature. Each panel's content stays while another is shown. */
export function SignaturePad({ onAdopt, onCancel, ...options }: SignaturePadProps) {
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

interface UploadPanelProps {
  type: SignatureType;
  upload: Upload | null;
  onChoose: (file: File, takePaperOut: boolean) => void;
}

/** Takes a picture of a signature by file chooser, camera or drop. */
function UploadPanel({ type, upload, onChoose }: UploadPanelProps) {
  const t = useTranslations("signature.upload");
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const takePaperOut = upload?.takePaperOut ?? true;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file, takePaperOut);
  }

  return (
    <div className="flex flex-col gap-4">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          "flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-8 text-center",
          isOver ? "border-primary bg-primary-tint" : "border-control",
        )}
      >
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          tabIndex={-1}
          aria-hidden
          className="hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onChoose(file, takePaperOut);
            event.target.value = "";
          }}
        />
        <Button
          size="signer"
          icon={<ImageUp aria-hidden className="size-4" />}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {t(upload ? "another" : "choose")}
        </Button>
        <p id={hint} className="text-caption text-muted">
          {t(type === "stamp" ? "dropStamp" : "drop")}
        </p>
      </div>
      <div role="status">{upload?.state === "reading" && <p className="text-ui text-muted">{t("reading")}</p>}</div>
      {upload && typeof upload.state === "object" && "refusal" in upload.state && (
        <Notice tone="danger" role="alert">
          {t(`refused.${upload.state.refusal}`)}
        </Notice>
      )}
      {upload && typeof upload.state === "object" && "problem" in upload.state && (
        <ProblemNotice problem={upload.state.problem} onRetry={() => onChoose(upload.file, upload.takePaperOut)} />
      )}
      {upload && offersPaper(upload) && (
        <Checkbox
          label={t("paper")}
          hint={t("paperHint")}
          checked={takePaperOut}
          onChange={(event) => onChoose(upload.file, event.target.checked)}
        />
      )}
    </div>
  );
}

function offersPaper({ state }: Upload): boolean {
  if (typeof state !== "object") return false;
  return "signature" in state ? state.signature.hasPaper : "refusal" in state && state.refusal === "blank";
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
  chooseUpload: (file: File, takePaperOut: boolean) => void;
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
  const [upload, chooseUpload] = useUpload(cleanPath);
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

interface Upload {
  file: File;
  takePaperOut: boolean;
  state: "reading" | CleanedUpload;
}

/** The last chosen picture and its result. */
function useUpload(path: CleanPath): [Upload | null, (file: File, takePaperOut: boolean) => void] {
  const [upload, setUpload] = useState<Upload | null>(null);
  const turn = useRef(0);

  async function read(file: File, takePaperOut: boolean) {
    const mine = (turn.current += 1);
    setUpload({ file, takePaperOut, state: "reading" });
    const state = await cleanUpload(path, file, takePaperOut).catch((error: unknown) => ({
      problem: asProblem(error),
    }));
    if (mine === turn.current) setUpload({ file, takePaperOut, state });
  }

  return [upload, (file, takePaperOut) => void read(file, takePaperOut)];
}
