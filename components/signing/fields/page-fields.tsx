"use client";

import { memo, useMemo } from "react";
import type { LinkBox } from "@/lib/signing/schema";
import { BoxOutline } from "./box-outline";
import { FieldControl } from "./field-control";
import { inReadingOrder } from "./field-order";

/** The boxes of one page: the signer's own to fill, in reading order, and the others' faintly below them. */
export const PageFields = memo(function PageFields({
  boxes,
  scale,
  pageWidth,
}: {
  boxes: readonly LinkBox[];
  scale: number;
  pageWidth: number;
}) {
  const mine = useMemo(() => inReadingOrder(boxes.filter(({ isMine }) => isMine)), [boxes]);
  return (
    // A stacking context of their own: what a finger may hit around a small box lies below all boxes.
    <div className="pointer-events-none! absolute inset-0 isolate *:pointer-events-auto">
      {boxes
        .filter(({ isMine }) => !isMine)
        .map((box) => (
          <BoxOutline key={box.id} box={box} scale={scale} />
        ))}
      {mine.map((box) => (
        <FieldControl key={box.id} box={box} scale={scale} pageWidth={pageWidth} />
      ))}
    </div>
  );
});
