"use client";

import { ArrowDown, ArrowUp, ImageIcon, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/inputs";
import { DocumentChooser } from "./document-choice";

export type PageSize = "a4" | "letter" | "picture";

export interface PictureOptions {
  pageSize: PageSize;
  /** In points. */
  margin: number;
}

const pageSizes = ["a4", "letter", "picture"] as const;
const margins = { none: 0, narrow: 28, wide: 57 } as const;

interface PictureListProps {
  pictures: readonly File[];
  onChange: (pictures: File[]) => void;
  onAdd: (files: readonly File[]) => void;
  onCreate: (options: PictureOptions) => void;
  onCancel: () => void;
}

/** The pictures of a new document, one a page: their order, and the pages they are placed on. */
export function PictureList({ pictures, onChange, onAdd, onCreate, onCancel }: PictureListProps) {
  const t = useTranslations("documents.pictures");
  const [pageSize, setPageSize] = useState<PageSize>("a4");
  const [margin, setMargin] = useState<keyof typeof margins>("narrow");

  function move(from: number, to: number) {
    const moved = [...pictures];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  }

  return (
    <Card title={t("title", { count: pictures.length })} className="max-w-160">
      <p className="-mt-2 mb-3 text-ui text-muted">{t("lead")}</p>
      <ol className="divide-y divide-hairline">
        {pictures.map((picture, index) => (
          <li key={`${picture.name} ${picture.lastModified} ${picture.size}`} className="flex items-center gap-3 py-2">
            <Thumbnail picture={picture} />
            <span className="min-w-0 flex-1 text-ui">
              <bdi className="wrap-anywhere">{picture.name}</bdi>
              <span className="block text-caption text-muted">{t("page", { page: index + 1 })}</span>
            </span>
            <IconButton
              label={t("earlier", { name: picture.name })}
              icon={<ArrowUp />}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              label={t("later", { name: picture.name })}
              icon={<ArrowDown />}
              disabled={index === pictures.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              label={t("remove", { name: picture.name })}
              icon={<X />}
              onClick={() => onChange(pictures.filter((other) => other !== picture))}
            />
          </li>
        ))}
      </ol>
      <div className="mt-2">
        <DocumentChooser icon={<Plus aria-hidden className="size-4" />} onChoose={onAdd}>
          {t("add")}
        </DocumentChooser>
      </div>
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <Select
          label={t("pageSize")}
          value={pageSize}
          options={pageSizes.map((value) => ({ value, label: t(`size.${value}`) }))}
          onChange={(event) => setPageSize(pageSizes.find((size) => size === event.target.value) ?? "a4")}
        />
        <Select
          label={t("margin")}
          value={margin}
          options={(["none", "narrow", "wide"] as const).map((value) => ({ value, label: t(`margins.${value}`) }))}
          onChange={(event) => setMargin(event.target.value as keyof typeof margins)}
        />
      </div>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => onCreate({ pageSize, margin: margins[margin] })}>
          {t("create")}
        </Button>
        <Button onClick={onCancel}>{t("cancel")}</Button>
      </div>
    </Card>
  );
}

/** Decorative: the name is beside it. Browsers show most TIFF files not at all. */
function Thumbnail({ picture }: { picture: File }) {
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const address = URL.createObjectURL(picture);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [picture]);
  return (
    <span className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-control border border-hairline bg-canvas">
      {isBroken ? (
        <ImageIcon aria-hidden className="size-5 text-muted" />
      ) : (
        <img ref={image} alt="" onError={() => setBroken(true)} className="size-full bg-paper object-cover" />
      )}
    </span>
  );
}
