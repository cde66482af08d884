"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { SignatureType } from "./signature-type";
import { toDataUrl } from "./to-data-url";

interface SignaturePreviewProps {
  type: SignatureType;
  name: string;
  /** Makes the picture; null while there is none to show. Another function is another picture. */
  make: (() => Promise<Blob>) | null;
}

/** The picture as it will be put into the document, on paper. */
export function SignaturePreview({ type, name, make }: SignaturePreviewProps) {
  const words = useTranslations("signature.pad");
  const url = usePictureUrl(make);
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-ui font-medium">{words("preview")}</figcaption>
      <div className="flex h-24 items-center justify-center rounded-card border border-hairline bg-paper p-3">
        {/* eslint-disable-next-line @next/next/no-img-element -- a picture made in this browser has no address that a server could resize */}
        {url && (
          <img
            src={url}
            alt={words(type === "signature" ? "previewSignature" : "previewInitials", { name })}
            className="max-h-full max-w-full object-contain"
          />
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
