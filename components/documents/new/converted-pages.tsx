"use client";

import { clsx } from "clsx";
import { ArrowDown, ArrowRight, ArrowUp, Download, ImageIcon, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { DocumentChooser } from "@/components/documents/document-choice";
import { Button, buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import type { FileWire } from "@/lib/views/schema";

type PageSize = "a4" | "letter" | "picture";

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

/** The pictures of a new document, one per page: their order, and the size of their pages. */
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

/** Decorative: the name is beside it. Most browsers cannot show TIFF files. */
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

interface ConvertedPreviewProps {
  file: Pick<FileWire, "uuid" | "pages" | "upload">;
  onConfirm: () => void;
  /** The draft is gone. */
  onDiscarded: () => void;
}

/**
 * The pages that a file was converted to. A conversion can look different from the original, so the requester reviews
 * it before anybody else sees it.
 */
export function ConvertedPreview({ file, onConfirm, onDiscarded }: ConvertedPreviewProps) {
  const t = useTranslations("documents.converted");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const source = file.upload?.convertedFrom;
  const pages = Array.from({ length: file.pages }, (_, index) => index + 1);

  async function discard() {
    setBusy(true);
    setProblem(null);
    try {
      await callApi("DELETE", `/file/${file.uuid}`);
      onDiscarded();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <Card
      title={
        source?.name == null
          ? t(`from.${source?.type ?? "docx"}`, { count: file.pages })
          : t("fromName", { name: source.name })
      }
    >
      <p role="status" className="-mt-2 mb-4 text-ui text-muted">
        {t("check")}
      </p>
      {source?.trackedChanges && (
        <Notice tone="warning" title={t("trackedChanges")} className="mb-4">
          {t("trackedChangesHint")}
        </Notice>
      )}
      {problem && <ProblemNotice problem={problem} className="mb-4" />}
      <div
        role="group"
        aria-label={t("pages", { count: file.pages })}
        tabIndex={0}
        className="max-h-[55vh] overflow-y-auto rounded-control border border-hairline bg-canvas p-3 sm:p-4"
      >
        <ol className={clsx("grid gap-4", pages.length === 1 ? "sm:mx-auto sm:w-1/2" : "sm:grid-cols-2")}>
          {pages.map((page) => (
            <li key={page}>
              <img
                src={`/api/v1/file/${file.uuid}/pages/${page}/image?width=800&format=webp`}
                alt={t("page", { page, total: file.pages })}
                loading="lazy"
                className="min-h-60 w-full bg-paper object-contain shadow-card"
              />
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={isBusy} onClick={onConfirm}>
          {t("confirm")}
          <ArrowRight aria-hidden className="size-4" />
        </Button>
        <Button busy={isBusy} onClick={() => void discard()}>
          {t("discard")}
        </Button>
        <a href={`/api/v1/file/${file.uuid}/content?version=original`} download className={buttonLook("quiet", "app")}>
          <Download aria-hidden className="size-4" />
          {t("original")}
        </a>
      </div>
    </Card>
  );
}
