"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { plainFamily } from "@/components/signature-pad/script-faces";
import { useIsInBrowser } from "@/components/ui/use-stored";
import { baseDirection } from "@/lib/platform/geometry/field-text";
import { baselinePt, layOutSignature, type Area, type SignatureLayout } from "@/lib/platform/geometry/signature-layout";
import { fillLines } from "@/lib/platform/signature-appearance";
import type { LinkSignature } from "@/lib/signing/schema";

/** The look of a signature field, and the facts that its lines show. */
export interface PaintedLook extends Pick<LinkSignature, "template" | "ground" | "logo" | "organisation"> {
  name: string;
  email: string;
  id: string;
  reason: string;
  location: string;
}

interface PaintedSignatureProps {
  /** The size of the field in points. */
  width: number;
  height: number;
  /** URL of the signer's image; null if the template shows none. */
  image: string | null;
  /** Null for initials and stamps, which are drawn alone. */
  look: PaintedLook | null;
}

/**
 * An image as signing paints it into a field of this size: the same template, places, letters and time. Decorative:
 * its button names it.
 */
export function PaintedSignature({ width, height, image, look }: PaintedSignatureProps) {
  const now = useMinute(look !== null);
  const lines = look === null ? [] : fillLines(look.template, { ...look, signedAt: now ?? new Date(0) });
  const layout = layOutSignature(
    { widthPt: width, heightPt: height },
    {
      hasImage: image !== null,
      lineCount: lines.length,
      layout: look?.template.layout,
      textSizePt: look?.template.textSizePt,
      logoRatio: look?.logo?.ratio,
      hasAccent: look?.ground.accent != null,
      hasGround: look?.ground.background != null,
    },
  );
  const family = useLineFamily(lines.length === 0 ? null : lines.join(""));
  const at = (area: Area) => ({
    x: area.xPt,
    y: height - area.yPt - area.heightPt,
    width: area.widthPt,
    height: area.heightPt,
  });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden className="block size-full" direction="ltr">
      {look?.ground.background && <rect width={width} height={height} fill={look.ground.background} />}
      {layout.accent && <rect {...at(layout.accent)} fill={look?.ground.accent ?? undefined} />}
      {image !== null && layout.image && (
        <image
          href={image}
          {...at(layout.image)}
          preserveAspectRatio={layout.isCentred ? "xMidYMid meet" : "xMinYMid meet"}
        />
      )}
      {look?.logo && layout.logo && (
        <image href={look.logo.url} {...at(layout.logo)} preserveAspectRatio="xMaxYMid meet" />
      )}
      {now !== null &&
        lines.map((line, index) => (
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
  /** Null while it loads: the line keeps its place but is not shown, so that no fallback letters flash. */
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
  const isFromRight = baseDirection(text) === "rtl";
  return (
    <text
      ref={line}
      x={xPt}
      // The PDF lays out a line by its first letter with a direction, but always aligns it to the left.
      direction={isFromRight ? "rtl" : "ltr"}
      textAnchor={isFromRight ? "end" : "start"}
      y={height - baselinePt(layout, index)}
      fontSize={lineSizePt}
      fontFamily={family ?? "sans-serif"}
      visibility={family === null ? "hidden" : undefined}
      fill="black"
      textRendering="geometricPrecision"
      xmlSpace="preserve"
    >
      {text}
    </text>
  );
}

/** The font of the lines, once it is loaded; the PDF draws with the same. */
function useLineFamily(text: string | null): string | null {
  const [family, setFamily] = useState<string | null>(null);
  useEffect(() => {
    if (text === null) return;
    let isOver = false;
    // The lines usually have digits and Latin letters.
    void plainFamily(`${text}0123456789-: UTC`).then((loaded) => {
      if (!isOver) setFamily(loaded);
    });
    return () => {
      isOver = true;
    };
  }, [text]);
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
