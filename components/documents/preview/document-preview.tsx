"use client";

import { clsx } from "clsx";
import { Check, ChevronDown, ChevronUp, SquareDashed, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { DocumentPages, type DocumentPagesHandle } from "@/components/pages/document-pages";
import { pageThrough, type PageBox, type Zoom } from "@/components/pages/page-source";
import { IconButton } from "@/components/ui/icon-button";
import { PersonAvatar } from "@/components/ui/person-avatar";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import { useTimeFormat } from "@/components/ui/time";
import { isolate } from "@/lib/platform/locale/format";
import type { FileWire, SignerWire } from "@/lib/views/schema";

export interface DocumentPreviewProps {
  file: Pick<FileWire, "uuid" | "name" | "files" | "sha256" | "signers" | "visibleElements">;
  pages: readonly PageBox[];
  /**
   * Shows the pages with text that can be selected. Off for signers, who see pictures, because a signer's read of the
   * bytes is recorded as a download (decision 32).
   */
  hasText: boolean;
  /** Height of the pane with the pages. */
  className?: string | undefined;
}

const zooms: readonly Zoom[] = ["fit", 1, 1.5, 2, 3];

/** The document's pages in a separate pane, with the fields over them and the signers who filled them. */
export function DocumentPreview({ file, pages, hasText, className }: DocumentPreviewProps) {
  const t = useTranslations("documents.preview");
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<DocumentPagesHandle>(null);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  const [showsFields, setShowsFields] = useState(true);
  const renderLayer = useFieldLayer(file, showsFields);

  function goTo(wanted: number) {
    const target = list.current?.pageElement(wanted);
    if (!pane.current || !target) return;
    const apart = target.getBoundingClientRect().top - pane.current.getBoundingClientRect().top;
    // The margin has room for the name of a file above its first page.
    pane.current.scrollBy({ top: apart - Number.parseFloat(getComputedStyle(target).scrollMarginTop) });
  }

  return (
    <section
      aria-label={t("title")}
      className={clsx(
        "flex min-h-0 flex-col overflow-hidden rounded-card border border-hairline bg-surface shadow-card",
        className,
      )}
    >
      <div className="flex min-h-12 flex-wrap items-center gap-1 border-b border-hairline px-2 py-1.5 sm:px-3">
        <IconButton label={t("former")} icon={<ChevronUp />} disabled={page === 1} onClick={() => goTo(page - 1)} />
        <IconButton
          label={t("next")}
          icon={<ChevronDown />}
          disabled={page === pages.length}
          onClick={() => goTo(page + 1)}
        />
        <p className="px-1 text-ui text-muted tabular-nums">{t("page", { page, total: pages.length })}</p>
        <div className="ms-auto flex items-center gap-1">
          {file.visibleElements.length > 0 && (
            <IconButton
              label={t("fields")}
              icon={<SquareDashed />}
              aria-pressed={showsFields}
              className={clsx(showsFields && "bg-primary-tint text-on-primary-tint")}
              onClick={() => setShowsFields(!showsFields)}
            />
          )}
          <IconButton label={t("zoomOut")} icon={<ZoomOut />} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
          <IconButton
            label={t("zoomIn")}
            icon={<ZoomIn />}
            disabled={zoom === zooms.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
        </div>
      </div>
      <div
        ref={pane}
        role="group"
        tabIndex={0}
        aria-label={t("pages")}
        className="min-h-0 flex-1 overflow-auto bg-canvas p-3 outline-offset-[-2px] sm:p-5"
      >
        {/* Different bytes are different pages, so their pictures are requested again. */}
        <DocumentPages
          key={file.sha256}
          ref={list}
          source={{ kind: "file", uuid: file.uuid }}
          pages={pages}
          title={file.name}
          {...(file.files ? { files: file.files } : {})}
          zoom={zooms[zoom] ?? "fit"}
          hasText={hasText}
          fitSizes="(min-width: 64rem) 52rem, 100vw"
          renderLayer={renderLayer}
          onVisiblePageChange={setPage}
        />
      </div>
    </section>
  );
}

/** Draws a page's fields, each in the colour of its signer. */
function useFieldLayer(
  { signers, visibleElements, files }: Pick<FileWire, "signers" | "visibleElements" | "files">,
  isShown: boolean,
): ((page: PageBox, scale: number) => ReactNode) | undefined {
  return useMemo(() => {
    if (!isShown) return undefined;
    const people = new Map(signers.map((signer, index) => [signer.signRequestId, { signer, number: index + 1 }]));
    return (page, scale) =>
      visibleElements.map((field) => {
        const person = people.get(field.signRequestId);
        if (!person || pageThrough(files, field) !== page.page) return null;
        return <PreviewField key={field.elementId} field={field} scale={scale} {...person} />;
      });
  }, [signers, visibleElements, files, isShown]);
}

type FieldWire = FileWire["visibleElements"][number];

interface PreviewFieldProps {
  field: FieldWire;
  signer: Pick<SignerWire, "displayName" | "signed">;
  /** The signer's number, from 1. */
  number: number;
  /** CSS pixels per point. */
  scale: number;
}

/** Below this size in CSS pixels a field's label would not fit. */
const labelled = { width: 72, height: 18 };

/** One field over its page. A filled one has only a frame, because the page itself shows its content. */
function PreviewField({ field, signer, number, scale }: PreviewFieldProps) {
  const t = useTranslations("documents.preview");
  const format = useTimeFormat();
  const { left, top, width, height } = field.coordinates;
  const isFilled = signer.signed !== null;
  const colour = `var(${signerColour(number)})`;
  const name = isolate(signer.displayName);
  const type = t(`types.${field.type}`);
  const text =
    signer.signed === null ? t("open", { type, name }) : t("filled", { type, name, time: format.time(signer.signed) });
  const isLabelled = !isFilled && width * scale >= labelled.width && height * scale >= labelled.height;
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className="absolute"
      style={{
        left: left * scale,
        top: top * scale,
        width: width * scale,
        height: height * scale,
        border: `1.5px ${isFilled ? "solid" : signerPattern(number)} ${colour}`,
        background: isFilled ? undefined : `color-mix(in srgb, ${colour} 14%, transparent)`,
      }}
    >
      {isFilled ? (
        <span
          aria-hidden
          className="absolute -end-2 -top-2 inline-flex size-4 items-center justify-center rounded-pill text-paper"
          style={{ background: colour }}
        >
          <Check className="size-3" strokeWidth={3} />
        </span>
      ) : (
        isLabelled && (
          <span
            aria-hidden
            className="absolute inset-0 flex flex-wrap items-center justify-center gap-x-1 overflow-hidden px-1 text-caption"
            style={{ color: colour }}
          >
            {height * scale >= 24 && (
              <span className="flex h-full items-center">
                <PersonAvatar name={signer.displayName} number={number} size={18} />
              </span>
            )}
            {/* Wraps out of sight as a whole if there is no room for it. */}
            <span className="flex h-full max-w-full items-center">
              <span className="truncate leading-4 font-medium">
                {field.label === null ? type : <bdi>{field.label}</bdi>}
              </span>
            </span>
          </span>
        )
      )}
    </span>
  );
}
