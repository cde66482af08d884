"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type RefObject,
} from "react";
import { EditorBar, type EditorLinks } from "@/components/editor/bar/editor-bar";
import { nodeOfField } from "@/components/editor/fields/gesture";
import { useOverlaps } from "@/components/editor/fields/use-action-text";
import { Inspector } from "@/components/editor/inspector/inspector";
import { PagesPane, useSurface, useZoom, useZoomGestures } from "@/components/editor/pages/pages-pane";
import { Palette } from "@/components/editor/palette/palette";
import { throughFiles } from "@/components/editor/saving/envelope-requests";
import { useSaving, useTemplateSaving, type EditedTemplate } from "@/components/editor/saving/use-saving";
import type { LayoutCommand, LayoutState } from "@/components/editor/state/layout-state";
import { SuggestionsProvider } from "@/components/editor/suggestions/suggestions-context";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox, PageFile, PageSource } from "@/components/pages/page-source";
import { Thumbnails } from "@/components/pages/thumbnails";
import { useAnnounce } from "@/components/ui/live-region";
import type { FieldWire } from "@/lib/documents/fields/schema";
import type { UploadWire } from "@/lib/documents/schema";
import { KeyboardHelp, useEditorKeys, useRegions } from "./editor-keys";
import { EditorNotices } from "./editor-notices";
import { EditorContext, useEditor, usePanel, type EditorSigner } from "./state/editor-context";
import { fromStored, type EditorField, type EditorSurface } from "./state/editor-field";
import { useEditorState } from "./use-editor-state";

export interface DocumentEditorProps {
  fileUuid: string;
  name: string;
  files?: readonly PageFile[] | undefined;
  pages: readonly PageBox[];
  fields: readonly FieldWire[];
  signers: readonly EditorSigner[];
  /** The document is no longer a draft, so its fields are read-only. */
  isReleased: boolean;
  isSignedUpload: boolean;
  /** The signing request whose signer is selected at the start, with the signature tool; null for none. */
  placeFor: number | null;
  /** Findings in the file. */
  upload: UploadWire | undefined;
  /** The fields belong to roles of this template instead of signers of a document, and are saved as a new version. */
  template?: EditedTemplate;
}

/** Places the fields of a draft: palette, pages, inspector. */
export function DocumentEditor({
  fileUuid,
  name,
  files,
  pages,
  fields,
  signers,
  isReleased,
  isSignedUpload,
  placeFor,
  upload,
  template,
}: DocumentEditorProps) {
  const { root, palette, pane, inspector, sheets, surface } = useParts();
  const [visiblePage, setVisiblePage] = useState(1);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const help = useCallback(() => setHelpOpen(true), []);
  const [stored] = useState(() => fields.map((field) => fromStored(files ? throughFiles(files, field) : field)));
  const [initial] = useState(() => ({
    fields: stored.map(({ field }) => field),
    pages: pages.map(({ width, height }) => ({ widthPt: width, heightPt: height })),
  }));
  const state = useEditorState({ ...initial, signers, surface, visiblePage, placeFor: isReleased ? null : placeFor });
  const { layout, run } = state;
  const onFresh = useCallback((fresh: readonly EditorField[]) => run({ kind: "load", fields: fresh }), [run]);
  const t = useTranslations("editor");
  const announce = useAnnounce();
  const onMerged = useCallback(
    (merged: readonly EditorField[]) => {
      run({ kind: "replace", fields: merged });
      announce(t("save.merged"));
    },
    [run, announce, t],
  );
  const isUntouched = layout.past.length + layout.future.length === 0;
  const savingFile = useSaving(
    template
      ? { fileUuid: null, stored: nothing, fields: nothing, isUntouched: true, onFresh, onMerged }
      : { fileUuid, files, stored, fields: layout.fields, isUntouched, onFresh, onMerged },
  );
  const savingTemplate = useTemplateSaving(template ?? null, layout.fields, isUntouched);
  const saving = template ? savingTemplate : savingFile;
  const [source, setSource] = useState<PageSource>(() =>
    template ? { kind: "template", id: template.id, version: template.version } : { kind: "file", uuid: fileUuid },
  );
  const reloadPages = useCallback(
    () =>
      setSource((now) =>
        now.kind === "file" || now.kind === "template" ? { ...now, version: (now.version ?? 0) + 1 } : now,
      ),
    [],
  );
  const links = useEditorLinks(fileUuid, template);
  const isLocked = isReleased || saving.state.kind === "closed";
  const overlaps = useOverlaps(layout.fields);
  const fieldNames = savingTemplate.template?.fieldNames;
  const editor = useMemo(
    () => ({ ...state, files, fieldNames, overlaps, isLocked, isSignedUpload, reloadPages }),
    [state, files, fieldNames, overlaps, isLocked, isSignedUpload, reloadPages],
  );
  const history = useHistory(layout, run, isLocked);
  const zooming = useZoom({ pane, sheets, visiblePage });
  useZoomGestures(pane, zooming.zoomBy);
  const toRegion = useRegions({ palette, pane, inspector });
  const onKeyDown = useEditorKeys({ root, editor, history, zooming, toRegion, help });
  const [paletteFold, inspectorFold] = [usePanel("palette"), usePanel("inspector")];
  useSurface(surface, { root, pane, inspector, sheets, pages, unfoldInspector: inspectorFold.setFolded });
  useRoomAbove(root);
  const { onFocus, onBlur } = useRestoredFocus(root, pane);

  return (
    <EditorContext value={editor}>
      <SuggestionsProvider
        fileUuid={fileUuid}
        files={files}
        template={template}
        moveFormValues={template ? savingTemplate.moveFormValues : null}
      >
        <div
          ref={root}
          data-full-width
          data-fills-window
          data-focus-mode
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={onBlur}
          className="flex flex-col lg:h-[calc(100dvh-var(--room-above,5.5rem))] lg:min-h-120"
        >
          <EditorBar
            links={links}
            name={name}
            pages={pages}
            saving={saving}
            history={history}
            zooming={zooming}
            onPage={(page) => sheets.current?.scrollToPage(page)}
            onHelp={help}
          />
          <EditorNotices fileUuid={fileUuid} isReleased={isReleased} upload={upload} saving={saving} />
          <div
            className={clsx(
              "lg:grid lg:min-h-0 lg:flex-1 lg:grid-cols-[var(--palette)_minmax(0,1fr)_var(--inspector)]",
              pages.length > 1 && railColumns,
            )}
            style={
              {
                "--palette": paletteFold.isFolded ? foldedWidth : "15rem",
                "--inspector": inspectorFold.isFolded ? foldedWidth : "18rem",
              } as CSSProperties
            }
          >
            <Palette ref={palette} fileUuid={fileUuid} isHiddenOnPhone={state.selected.length > 0} />
            <PageRail source={source} files={files} pages={pages} page={visiblePage} sheets={sheets} />
            <PagesPane
              ref={pane}
              pagesRef={sheets}
              source={source}
              name={name}
              files={files}
              pages={pages}
              zoom={zooming.zoom}
              onVisiblePage={setVisiblePage}
            />
            <Inspector ref={inspector} />
          </div>
          <KeyboardHelp open={isHelpOpen} onOpenChange={setHelpOpen} />
        </div>
      </SuggestionsProvider>
    </EditorContext>
  );
}

const nothing: readonly never[] = [];

/** The links of the bar: back, and to the next step. */
function useEditorLinks(fileUuid: string, template: EditedTemplate | undefined): EditorLinks {
  const t = useTranslations("editor");
  const address = template ? `/templates/${template.id}` : `/documents/${fileUuid}`;
  return {
    back: address,
    backLabel: t(template ? "backToTemplate" : "back"),
    next: template ? address : `${address}/review`,
    stepsOf: template ? null : fileUuid,
    nextLabel: t(template ? "saveTemplate" : "review"),
  };
}

function useParts() {
  const root = useRef<HTMLDivElement>(null);
  const palette = useRef<HTMLElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const inspector = useRef<HTMLElement>(null);
  const sheets = useRef<DocumentPagesHandle>(null);
  const surface = useRef<EditorSurface>(null);
  return { root, palette, pane, inspector, sheets, surface };
}

/** Sets `--room-above`, the height of the window above the element in pixels, so that the style can fill the rest. */
function useRoomAbove(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () =>
      node.style.setProperty("--room-above", `${node.getBoundingClientRect().top + window.scrollY}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [element]);
}

/** Undo and redo, announced. */
function useHistory(
  layout: LayoutState,
  run: (command: LayoutCommand) => void,
  isLocked: boolean,
): { undo: () => void; redo: () => void } {
  const t = useTranslations("editor");
  const announce = useAnnounce();
  const [past, future] = [layout.past.at(-1), layout.future.at(-1)];
  const undo = useCallback(() => {
    if (!past || isLocked) return;
    run({ kind: "undo" });
    announce(t("announcements.undone", { action: t(`actions.${past.action}`) }));
  }, [past, isLocked, run, announce, t]);
  const redo = useCallback(() => {
    if (!future || isLocked) return;
    run({ kind: "redo" });
    announce(t("announcements.redone", { action: t(`actions.${future.action}`) }));
  }, [future, isLocked, run, announce, t]);
  return { undo, redo };
}

/**
 * The focused node may be removed, such as a copy that is undone, or rendered again, such as a field on another page.
 * The focus then goes to the same field, else to the pages, so that the editor's keys keep working.
 */
function useRestoredFocus(root: RefObject<HTMLElement | null>, pane: RefObject<HTMLElement | null>) {
  const focused = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const node = focused.current;
    if (!node || node.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    const { fieldKey } = node.dataset;
    ((fieldKey === undefined ? null : nodeOfField(fieldKey)) ?? pane.current)?.focus({ preventScroll: true });
  });
  const onFocus = useCallback(
    ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = root.current?.contains(target) ? target : null;
    },
    [root],
  );
  // Not called when the element is removed.
  const onBlur = useCallback(() => {
    focused.current = null;
  }, []);
  return { onFocus, onBlur };
}

/** Columns of the editor with the page rail, on windows wide enough for it. */
const railColumns = "xl:grid-cols-[var(--palette)_8.5rem_minmax(0,1fr)_var(--inspector)]";

/** The width of a panel that shows icons only. */
const foldedWidth = "3.75rem";

interface PageRailProps {
  source: PageSource;
  files: readonly PageFile[] | undefined;
  pages: readonly PageBox[];
  page: number;
  sheets: RefObject<DocumentPagesHandle | null>;
}

/** Thumbnails that link to the pages and show their number of fields. Hidden for a single page. */
function PageRail({ source, files, pages, page, sheets }: PageRailProps) {
  const { fields } = useEditor().layout;
  const marks = useMemo(() => {
    const counts = new Map<number, number>();
    for (const field of fields) counts.set(field.page, (counts.get(field.page) ?? 0) + 1);
    return counts;
  }, [fields]);
  if (pages.length < 2) return null;
  return (
    <div className="hidden min-h-0 border-e border-hairline xl:block">
      <Thumbnails
        source={source}
        {...(files ? { files } : {})}
        pages={pages}
        page={page}
        onGo={(wanted) => sheets.current?.scrollToPage(wanted)}
        marks={marks}
      />
    </div>
  );
}
