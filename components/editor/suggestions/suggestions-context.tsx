"use client";

import { useTranslations } from "next-intl";
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
} from "react";
import { callApi } from "@/components/api/call";
import type { EditedTemplate } from "@/components/editor/saving/use-saving";
import { useEditor } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import { layoutReducer } from "@/components/editor/state/layout-state";
import type { PageFile } from "@/components/pages/page-source";
import { useAnnounce } from "@/components/ui/live-region";
import type { FormValuesWire } from "@/lib/documents/schema";
import type { SuggestionsAnswer, TemplateSuggestionsAnswer } from "@/lib/documents/suggestions/schema";
import {
  filesWithValues,
  fromWire,
  openSuggestions,
  ownerOf,
  toField,
  type FoundPlace,
  type Suggestion,
} from "./suggestion";

interface Suggestions {
  /**
   * Open suggestions in reading order, without those whose value is on the page, because a form is turned into fields
   * as a whole.
   */
  open: readonly Suggestion[];
  /** The fields of the upload's form, including those whose value is on the page. */
  form: readonly Suggestion[];
  /** Places that are not suggested: tags that no field can represent, and form fields that stay as drawn. */
  unread: Unread;
  /** The suggestion in the tab order. */
  stop: string | null;
  actions: SuggestionActions;
}

export type Unread = Pick<SuggestionsAnswer, "unreadTags" | "formFieldsLeft">;

const nothingUnread: Unread = { unreadTags: [], formFieldsLeft: 0 };

const SuggestionsContext = createContext<Suggestions | null>(null);

export function useSuggestions(): Suggestions {
  const suggestions = useContext(SuggestionsContext);
  if (!suggestions) throw new Error("used outside of the editor");
  return suggestions;
}

type MoveFormValues = (values: FormValuesWire, fields: readonly EditorField[]) => Promise<void>;

interface SuggestionsProviderProps {
  fileUuid: string;
  /** The files of an envelope: suggestions are requested for each. */
  files: readonly PageFile[] | undefined;
  /** The template, whose roles take the place of signers. */
  template: EditedTemplate | undefined;
  /**
   * In a template: moves the form's values in the version that saves these fields. Null in a document, whose fields
   * are saved separately.
   */
  moveFormValues: MoveFormValues | null;
  children: ReactNode;
}

/** Asks the server once for places in the text that suggest a field. If the call fails there are no suggestions. */
export function SuggestionsProvider({ fileUuid, files, template, moveFormValues, children }: SuggestionsProviderProps) {
  const { layout, isLocked, isSignedUpload, signers } = useEditor();
  const isWanted = !isLocked && !isSignedUpload && signers.length > 0;
  const [{ all, unread }, setAll] = useFoundSuggestions(
    useCallback(
      (signal) => (template ? findInTemplate(template, signal) : findInFiles(fileUuid, files, signal)),
      [fileUuid, files, template],
    ),
    isWanted,
  );
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [stop, setStop] = useState<string | null>(null);
  const found = useMemo(
    () => (isWanted ? openSuggestions(all, layout.fields, dismissed) : []),
    [isWanted, all, layout.fields, dismissed],
  );
  const open = useSteady(useMemo(() => found.filter(({ isOnPage }) => !isOnPage), [found]));
  const form = useSteady(useMemo(() => found.filter(({ isOfForm }) => isOfForm), [found]));
  const actions = useSuggestionActions({ open, form, moveFormValues, setAll, setDismissed, setStop });
  const value = useMemo(
    () => ({
      open,
      form,
      unread: isWanted ? unread : nothingUnread,
      stop: open.some(({ id }) => id === stop) ? stop : (open[0]?.id ?? null),
      actions,
    }),
    [open, form, unread, isWanted, stop, actions],
  );
  return <SuggestionsContext value={value}>{children}</SuggestionsContext>;
}

type Find = (signal: AbortSignal) => Promise<Unread & { places: FoundPlace[] }>;

function useFoundSuggestions(
  find: Find,
  isWanted: boolean,
): [{ all: readonly Suggestion[]; unread: Unread }, Dispatch<SetStateAction<readonly Suggestion[]>>] {
  const [all, setAll] = useState<readonly Suggestion[]>([]);
  const [unread, setUnread] = useState(nothingUnread);
  useEffect(() => {
    if (!isWanted) return;
    const asking = new AbortController();
    find(asking.signal).then(
      ({ places, ...rest }) => {
        setAll(places.map(fromWire));
        setUnread(rest);
      },
      () => undefined,
    );
    return () => asking.abort();
  }, [find, isWanted]);
  return [{ all, unread }, setAll];
}

async function findInFiles(
  fileUuid: string,
  files: readonly PageFile[] | undefined,
  signal: AbortSignal,
): ReturnType<Find> {
  const ask = async ({ uuid, firstPage }: Pick<PageFile, "uuid" | "firstPage">) => {
    const answer = await callApi<SuggestionsAnswer>("GET", `/file/${uuid}/suggestions`, { signal });
    const inWhole = (page: number): number => page + firstPage - 1;
    return {
      places: answer.data.map((one) => ({
        ...one,
        fileUuid: uuid,
        coordinates: { ...one.coordinates, page: inWhole(one.coordinates.page) },
      })),
      unreadTags: answer.unreadTags.map(({ page, text }) => ({ page: inWhole(page), text })),
      formFieldsLeft: answer.formFieldsLeft,
    };
  };
  const found = await Promise.all((files ?? [{ uuid: fileUuid, firstPage: 1 }]).map(ask));
  return {
    places: found.flatMap(({ places }) => places),
    unreadTags: found.flatMap(({ unreadTags }) => unreadTags),
    formFieldsLeft: found.reduce((sum, { formFieldsLeft }) => sum + formFieldsLeft, 0),
  };
}

async function findInTemplate({ id, roles }: EditedTemplate, signal: AbortSignal): ReturnType<Find> {
  const numbers = new Map(Object.entries(roles).map(([number, name]) => [name, Number(number)]));
  const { data, unreadTags, formFieldsLeft } = await callApi<TemplateSuggestionsAnswer>(
    "GET",
    `/templates/${id}/suggestions`,
    { signal },
  );
  const places = data.map(({ role, ...one }) => ({
    ...one,
    signRequestId: role === null ? null : (numbers.get(role) ?? null),
    fileUuid: null,
  }));
  return { places, unreadTags, formFieldsLeft };
}

/** Returns the same array while its content is the same, so that moving a field does not re-render every page. */
function useSteady(list: readonly Suggestion[]): readonly Suggestion[] {
  const [steady, setSteady] = useState(list);
  const isSame = steady.length === list.length && steady.every((entry, index) => entry === list[index]);
  if (!isSame) setSteady(list);
  return isSame ? steady : list;
}

/** Stable functions. */
interface SuggestionActions {
  accept: (suggestion: Suggestion) => void;
  /** Accepts all but the form's fields, as one step of the history. */
  acceptAll: () => void;
  /**
   * Accepts all fields of the form, as one step of the history; their values are removed from the pages. Throws
   * ApiProblem, and adds nothing then.
   */
  acceptForm: () => Promise<void>;
  /** Puts values back on the pages. Throws ApiProblem. */
  dismissForm: () => Promise<void>;
  dismiss: (suggestion: Suggestion) => void;
  /** Everything but the form's fields. */
  dismissAll: () => void;
  /** Focuses the first suggestion, or the one after or before another. */
  focus: (from?: Suggestion, by?: 1 | -1 | 0) => void;
  /** Called when a suggestion has received the focus. */
  follow: (suggestion: Suggestion) => void;
}

interface SuggestionParts {
  open: readonly Suggestion[];
  form: readonly Suggestion[];
  moveFormValues: MoveFormValues | null;
  setAll: Dispatch<SetStateAction<readonly Suggestion[]>>;
  setDismissed: Dispatch<SetStateAction<ReadonlySet<string>>>;
  setStop: (id: string) => void;
}

function useSuggestionActions({
  open,
  form,
  moveFormValues,
  setAll,
  setDismissed,
  setStop,
}: SuggestionParts): SuggestionActions {
  const t = useTranslations("editor.suggestions");
  const announce = useAnnounce();
  const { run, fieldActions, signer, layout, reloadPages } = useEditor();
  const latest = useLatest({ open, form, moveFormValues, layout, signerId: signer?.signRequestId ?? null });
  return useMemo(() => {
    const fieldsOf = (suggestions: readonly Suggestion[]) =>
      suggestions.flatMap((suggestion) => {
        const owner = ownerOf(suggestion, latest.current.signerId);
        return owner === null ? [] : [toField(suggestion, owner)];
      });
    const neighbour = (suggestion: Suggestion, by: 1 | -1 | 0): Suggestion | undefined =>
      latest.current.open[latest.current.open.indexOf(suggestion) + by];
    /** Moves the focus before a suggestion disappears. */
    const leave = (suggestion: Suggestion): boolean => {
      const next = neighbour(suggestion, 1) ?? neighbour(suggestion, -1);
      if (next) focusSuggestion(next);
      return next !== undefined;
    };
    /** `taking`: the suggestions whose fields take the values. */
    const setValues = async (values: FormValuesWire, taking: readonly Suggestion[] = []): Promise<void> => {
      const isOnPage = values === "page";
      const moved = filesWithValues(latest.current.form, !isOnPage);
      if (moved.length === 0) return;
      const { moveFormValues: moveInTemplate, layout: now } = latest.current;
      if (moveInTemplate) {
        const { fields } = layoutReducer(now, { kind: "add", action: "suggest", fields: fieldsOf(taking) });
        await moveInTemplate(values, fields);
      } else for (const uuid of moved) await callApi("PUT", `/file/${uuid}/form`, { json: { values } });
      setAll((all) =>
        all.map((one) => (one.value !== null && moved.includes(one.fileUuid) ? { ...one, isOnPage } : one)),
      );
      reloadPages();
    };
    const dismissAll = (suggestions: readonly Suggestion[]): void => {
      fieldActions.leave();
      setDismissed((before) => new Set([...before, ...suggestions.map(({ id }) => id)]));
      announce(t("dismissedAll"));
    };
    const acceptAll = (suggestions: readonly Suggestion[]): void => {
      const fields = fieldsOf(suggestions);
      run({ kind: "add", action: "suggest", fields });
      if (fields[0]) fieldActions.focusField(fields[0].key);
      announce(t("added", { count: fields.length }));
    };
    return {
      accept: (suggestion) => {
        const fields = fieldsOf([suggestion]);
        const isFollowed = leave(suggestion);
        run({ kind: "add", action: "suggest", fields });
        if (!isFollowed && fields[0]) fieldActions.focusField(fields[0].key);
        announce(t("added", { count: fields.length }));
      },
      acceptAll: () => acceptAll(latest.current.open.filter(({ isOfForm }) => !isOfForm)),
      acceptForm: async () => {
        const wanted = latest.current.form;
        await setValues("fields", wanted);
        acceptAll(wanted);
      },
      dismissForm: async () => {
        const unwanted = latest.current.form;
        await setValues("page");
        dismissAll(unwanted);
      },
      dismiss: (suggestion) => {
        if (!leave(suggestion)) fieldActions.leave();
        setDismissed((before) => new Set([...before, suggestion.id]));
        announce(t("dismissed"));
      },
      dismissAll: () => dismissAll(latest.current.open.filter(({ isOfForm }) => !isOfForm)),
      focus: (from, by = 1) => {
        const next = from ? neighbour(from, by) : latest.current.open[0];
        if (next) focusSuggestion(next);
      },
      follow: (suggestion) => setStop(suggestion.id),
    };
  }, [latest, run, fieldActions, announce, t, setAll, setDismissed, setStop, reloadPages]);
}

function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

function focusSuggestion({ id }: Suggestion): void {
  const node = document.querySelector<HTMLElement>(`[data-suggestion="${id}"]`);
  node?.scrollIntoView({ block: "center", inline: "nearest" });
  node?.focus({ preventScroll: true });
}
