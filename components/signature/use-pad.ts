import { useTranslations } from "next-intl";
import { useCallback, useMemo, useState } from "react";
import type { CleanPath } from "./clean-upload";
import { drawingToPng } from "./draw-strokes";
import { initialsOf } from "./initials";
import { proposeSignature } from "./propose";
import type { SignatureType } from "./signature-type";
import { isTiny, type Stroke } from "./strokes";
import type { TypedSignature } from "./type-panel";
import { useStrokeHistory, type StrokeHistory } from "./use-stroke-history";
import { useUpload, type Upload } from "./use-upload";

export const ways = ["type", "draw", "upload"] as const;
export type Way = (typeof ways)[number];

interface PadResult {
  /** Makes the picture of what is on the pad; null while there is nothing. */
  make: (() => Promise<Blob>) | null;
  /** Why there is nothing, in words. */
  reason?: string;
  warning?: string;
}

interface Pad {
  way: Way;
  setWay: (way: Way) => void;
  typed: TypedSignature;
  setTyped: (typed: TypedSignature) => void;
  history: StrokeHistory;
  draw: (strokes: Stroke[], padWidth: number) => void;
  upload: Upload | null;
  chooseUpload: (file: File, takePaperOut: boolean) => void;
  result: PadResult;
}

export interface PadOptions {
  type: SignatureType;
  name: string;
  /** Under which the tab keeps an unfinished drawing. */
  draftKey: string;
  cleanPath: CleanPath;
}

/** Everything on the pad, and what would be made of it. */
export function usePad({ type, name, draftKey, cleanPath }: PadOptions): Pad {
  const [way, setWay] = useState<Way>("type");
  const [typed, setTyped] = useState<TypedSignature>(() => ({
    text: type === "signature" ? name : initialsOf(name),
    style: "caveat",
    ink: "black",
  }));
  const history = useStrokeHistory(draftKey);
  const [padWidth, setPadWidth] = useState(Infinity);
  const [upload, chooseUpload] = useUpload(cleanPath);
  const results = {
    type: useTypedResult(type, typed),
    draw: useDrawnResult(history.strokes, padWidth, typed),
    upload: useUploadResult(upload),
  };
  const draw = useCallback(
    (strokes: Stroke[], width: number) => {
      setPadWidth(width);
      history.draw(strokes);
    },
    [history],
  );
  return { way, setWay, typed, setTyped, history, draw, upload, chooseUpload, result: results[way] };
}

function useTypedResult(type: SignatureType, { text, style, ink }: TypedSignature): PadResult {
  const words = useTranslations("signature.type");
  const make = useCallback(() => proposeSignature(text, style, ink), [text, style, ink]);
  return text.trim() === ""
    ? { make: null, reason: words(type === "signature" ? "empty" : "emptyInitials") }
    : { make };
}

function useDrawnResult(strokes: readonly Stroke[], padWidth: number, { ink }: TypedSignature): PadResult {
  const words = useTranslations("signature.draw");
  const make = useCallback(() => drawingToPng(strokes, ink), [strokes, ink]);
  if (strokes.length === 0) return { make: null, reason: words("empty") };
  return isTiny(strokes, padWidth) ? { make, warning: words("tiny") } : { make };
}

function useUploadResult(upload: Upload | null): PadResult {
  const words = useTranslations("signature.upload");
  const state = upload?.state;
  const png = typeof state === "object" && "signature" in state ? state.signature.png : null;
  const make = useMemo(() => (png ? () => Promise.resolve(png) : null), [png]);
  return make ? { make } : { make: null, reason: words("waiting") };
}
