"use client";

import { FileText, Image as ImageIcon, RefreshCw, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { AttachmentWire } from "@/lib/documents/schema";
import { byteCount, isolate } from "@/lib/platform/locale/format";

interface AddedFileProps {
  u: string;
  file: AttachmentWire;
  accept: string;
  onReplace: (file: File) => void;
  onRemove: () => Promise<void>;
}

/** A file that was added: picture or icon, name, type and size. */
export function AddedFile({ u, file, accept, onReplace, onRemove }: AddedFileProps) {
  const t = useTranslations("attachments");
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const href = `/api/v1/sign/uuid/${u}/attachments/${file.id}/content`;
  const name = isolate(file.name);
  return (
    <li className="flex items-center gap-3 py-2">
      <Thumbnail file={file} src={href} />
      <div className="min-w-0 flex-1">
        <a
          href={href}
          download
          className="block min-h-6 min-w-11 truncate text-ui font-medium pointer-coarse:leading-11 underline underline-offset-2"
        >
          <bdi>{file.name}</bdi>
        </a>
        <p className="text-caption text-muted">
          {t("received.facts", { type: t(`types.${file.type}`), size: byteCount(file.size, locale) })}
        </p>
      </div>
      <IconButton
        size="signer"
        label={t("upload.replaceOf", { name })}
        icon={<RefreshCw />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = "";
          if (chosen) onReplace(chosen);
        }}
      />
      <IconButton
        size="signer"
        label={t("upload.removeOf", { name })}
        icon={<X />}
        disabled={isBusy}
        onClick={() => {
          setBusy(true);
          void onRemove().finally(() => setBusy(false));
        }}
      />
    </li>
  );
}

const shownTypes: ReadonlySet<AttachmentWire["type"]> = new Set(["jpeg", "png", "webp"]);

/** In browsers that cannot decode the picture, shows the icon. */
function Thumbnail({ file, src }: { file: AttachmentWire; src: string }) {
  const [isBroken, setBroken] = useState(false);
  const isPicture = shownTypes.has(file.type) || file.type === "heic";
  const Icon = isPicture ? ImageIcon : FileText;
  return (
    <span className="inline-flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-control border border-hairline bg-canvas">
      {shownTypes.has(file.type) && !isBroken ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full bg-paper object-cover"
        />
      ) : (
        <Icon aria-hidden className="size-5 text-muted" />
      )}
    </span>
  );
}
