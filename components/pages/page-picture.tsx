"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { imageWidths, pageImageUrl, type PageSource } from "./page-source";

export interface PagePictureProps {
  source: PageSource;
  page: number;
  /** What it shows, where no text stands above it; empty where some does. */
  alt: string;
  /** How wide the page is shown, as the `sizes` of an image. */
  sizes: string;
  isUrgent: boolean;
  /** Something that is drawn lies over it: nobody misses a picture that did not come. */
  isCovered: boolean;
  /** It has come, or will not come. */
  onSettled: () => void;
}

/** The page as the server draws it: there long before pdf.js is, and instead of it where that cannot draw. */
export function PagePicture({ source, page, alt, sizes, isUrgent, isCovered, onSettled }: PagePictureProps) {
  const t = useTranslations("shell.pages");
  const image = useRef<HTMLImageElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [isMissing, setMissing] = useState(false);
  // In the page as the server sent it, the picture may have come before this script did, and says so no more.
  useEffect(() => {
    if (image.current?.complete) onSettled();
  }, [onSettled]);
  const retry = (): void => {
    setMissing(false);
    setAttempt((before) => before + 1);
  };
  if (isMissing && isCovered) return null;
  if (isMissing) {
    return (
      <div className="absolute inset-0 grid place-content-center gap-2 p-4 text-center text-paper-ink">
        <p>{t("pictureMissing")}</p>
        <button type="button" onClick={retry} className="min-h-11 underline">
          {t("tryAgain")}
        </button>
      </div>
    );
  }
  const urls = imageWidths.map((width) => `${pageImageUrl(source, page, width)} ${width}w`);
  return (
    // eslint-disable-next-line @next/next/no-img-element -- Next's image service asks without the session, and keeps what it got.
    <img
      key={attempt}
      ref={image}
      src={pageImageUrl(source, page, 800)}
      srcSet={urls.join(", ")}
      sizes={sizes}
      alt={alt}
      decoding="async"
      draggable={false}
      fetchPriority={isUrgent ? "high" : "auto"}
      className="absolute inset-0 size-full select-none"
      onLoad={onSettled}
      onError={() => {
        setMissing(true);
        onSettled();
      }}
    />
  );
}
