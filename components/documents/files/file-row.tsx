import { ArrowDown, ArrowUp, FileText, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { pageImageUrl, thumbnailWidth } from "@/components/pages/page-source";
import { IconButton } from "@/components/ui/icon-button";
import { controlLook } from "@/components/ui/inputs";

interface FileRowProps {
  /** From 1. */
  position: number;
  count: number;
  name: string;
  /** Null while it is not stored. */
  uuid: string | null;
  /** Below the name: size and pages, progress, or the problem. */
  children: ReactNode;
  isBusy?: boolean;
  onRename: (name: string) => void;
  /** Called when the name has been typed. */
  onRenamed?: () => void;
  onMove: (by: -1 | 1) => void;
  /** Undefined if it cannot be removed. */
  onRemove: (() => void) | undefined;
}

/** One PDF in a list whose entries can be reordered, renamed and removed. */
export function FileRow(props: FileRowProps) {
  const { position, count, name, uuid, children, isBusy = false, onRename, onRenamed, onMove, onRemove } = props;
  const t = useTranslations("documents.parts");
  return (
    <li className="flex items-start gap-3 px-4 py-3 sm:gap-4 sm:px-5 sm:py-4">
      <Thumbnail uuid={uuid} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-36 flex-1">
          <input
            type="text"
            aria-label={t("name", { position })}
            value={name}
            maxLength={255}
            autoComplete="off"
            disabled={isBusy}
            aria-invalid={name.trim() === "" || undefined}
            className={controlLook("app", "font-medium")}
            onChange={(event) => onRename(event.target.value)}
            onBlur={onRenamed}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              onRenamed?.();
            }}
          />
          <div className="mt-1 px-0.5 text-caption text-muted">
            {name.trim() === "" ? <p className="text-danger">{t("nameMissing")}</p> : children}
          </div>
        </div>
        <div className="flex shrink-0 items-center gap-1">
          <IconButton
            label={t("up", { position })}
            icon={<ArrowUp />}
            disabled={isBusy || position === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={t("down", { position })}
            icon={<ArrowDown />}
            disabled={isBusy || position === count}
            onClick={() => onMove(1)}
          />
          {onRemove && (
            <IconButton label={t("remove", { position })} icon={<X />} disabled={isBusy} onClick={onRemove} />
          )}
        </div>
      </div>
    </li>
  );
}

function Thumbnail({ uuid }: { uuid: string | null }) {
  return (
    <span className="relative flex h-14 w-11 shrink-0 items-center justify-center overflow-hidden rounded-mark bg-paper outline-1 outline-hairline">
      <FileText aria-hidden className="size-5 text-paper-muted" />
      {uuid !== null && (
        <img
          src={pageImageUrl({ kind: "file", uuid }, 1, thumbnailWidth)}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full bg-paper object-contain"
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

/** The list with the entry moved by one place; unchanged if there is no such place. */
export function withMovedEntry<Entry>(entries: readonly Entry[], index: number, by: -1 | 1): Entry[] {
  const moved = [...entries];
  const [entry] = moved.splice(index, 1);
  if (entry === undefined || index + by < 0 || index + by > moved.length) return [...entries];
  moved.splice(index + by, 0, entry);
  return moved;
}
