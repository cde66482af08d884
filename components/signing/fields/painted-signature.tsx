"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { plainFamily } from "@/components/signature-pad/script-faces";
import { useIsInBrowser } from "@/components/ui/use-is-in-browser";
import {
  baselinePt,
  layOutSignature,
  signedAtLine,
  type SignatureLayout,
} from "@/lib/platform/geometry/signature-layout";

interface PaintedSignatureProps {
  /** The size of the field in points. */
  width: number;
  height: number;
  /** URL of the signer's image. */
  image: string;
  /** The name below the image; null for initials, which stand alone. */
  name: string | null;
}

/** An image as signing paints it into a field of this size: same places, letters and time, and no background. Decorative: its button names it. */
export function PaintedSignature({ width, height, image, name }: PaintedSignatureProps) {
  const now = useMinute(name !== null);
  const lines = name === null ? [] : [name, now === null ? "" : signedAtLine(now)];
  const layout = layOutSignature({ widthPt: width, heightPt: height }, { hasImage: true, lineCount: lines.length });
  const family = useLineFamily(name);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden className="block size-full text-black" direction="ltr">
      {layout.image && (
        <image
          href={image}
          x={layout.image.xPt}
          y={height - layout.image.yPt - layout.image.heightPt}
          width={layout.image.widthPt}
          height={layout.image.heightPt}
          preserveAspectRatio={layout.isCentred ? "xMidYMid meet" : "xMinYMid meet"}
        />
      )}
      {lines.map((line, index) => (
        <Line key={index} text={line} index={index} height={height} layout={layout} family={family} />
      ))}
    </svg>
  );
}

interface LineProps {
  text: string;
  index: number;
  height: number;
  layout: SignatureLayout;
  /** Null while it loads: the line has its place and is not shown, so that no other letters flash. */
  family: string | null;
}

/** A line that is too wide gets smaller on its own, as in the PDF. */
function Line({ text, index, height, layout, family }: LineProps) {
  const line = useRef<SVGTextElement>(null);
  const { lineSizePt } = layout;
  const { widthPt, xPt } = layout.lines;
  useLayoutEffect(() => {
    const node = line.current;
    if (!node) return;
    node.setAttribute("font-size", String(lineSizePt));
    const taken = node.getComputedTextLength();
    if (taken > widthPt) node.setAttribute("font-size", String((lineSizePt * widthPt) / taken));
  }, [text, lineSizePt, widthPt, family]);
  return (
    <text
      ref={line}
      x={xPt}
      y={height - baselinePt(layout, index)}
      fontSize={lineSizePt}
      fontFamily={family ?? "sans-serif"}
      visibility={family === null ? "hidden" : undefined}
      fill="currentColor"
      textRendering="geometricPrecision"
      xmlSpace="preserve"
    >
      {text}
    </text>
  );
}

/** The font of the lines, once it is loaded; the PDF draws with the same. */
function useLineFamily(name: string | null): string | null {
  const [family, setFamily] = useState<string | null>(null);
  useEffect(() => {
    if (name === null) return;
    let isOver = false;
    // The second line always has digits and Latin letters.
    void plainFamily(`${name}0123456789-: UTC`).then((loaded) => {
      if (!isOver) setFamily(loaded);
    });
    return () => {
      isOver = true;
    };
  }, [name]);
  return family;
}

/** The current minute, as it would be painted; null on the server, and when no line shows it. */
function useMinute(isShown: boolean): Date | null {
  const isInBrowser = useIsInBrowser();
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    if (!isShown) return;
    const timer = window.setInterval(() => setMinute(thisMinute()), 1000);
    return () => window.clearInterval(timer);
  }, [isShown]);
  return isInBrowser ? new Date(minute * 60_000) : null;
}

function thisMinute(): number {
  return Math.floor(Date.now() / 60_000);
}
