"use client";

import { useEffect, useState } from "react";

/** Drawn as one path, black on paper in both themes, because readers expect dark modules on a light background. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ of: string; size: number; path: string } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void import("qrcode").then(({ create }) => {
      const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
      const path = Array.from({ length: size * size }, (_, at) =>
        data[at] ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : "",
      ).join("");
      if (isCurrent) setCode({ of: text, size, path });
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (code?.of !== text) return null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path d={code.path} fill="black" />
    </svg>
  );
}
