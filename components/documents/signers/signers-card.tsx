import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { useAnnounce } from "@/components/ui/live-region";
import {
  addressOf,
  emptyEntry,
  isBlank,
  isCleared,
  stepsOf,
  type EntryProblem,
  type NamedAddress,
  type SignerEntry,
} from "./signer-entry";
import { SignerFields, type SignMethodName, type WayToOpen } from "./signer-fields";

interface SignersCardProps {
  entries: readonly SignerEntry[];
  /** Number of fields by `signRequestId`. */
  fields: ReadonlyMap<number, number>;
  /** The problems to show now. */
  problems: ReadonlyMap<string, EntryProblem>;
  methods: readonly SignMethodName[];
  waysToOpen: readonly WayToOpen[];
  /** The largest attachment that the service accepts. */
  attachmentBytes: number;
  /** Signers sign in row order. */
  isInOrder: boolean;
  me: { email: string; displayName: string };
  onChange: (entries: SignerEntry[]) => void;
  onLeave: (key: string) => void;
}

/** The rows of the signers, numbered in order. */
export function SignersCard({
  entries,
  fields,
  problems,
  methods,
  waysToOpen,
  attachmentBytes,
  isInOrder,
  me,
  onChange,
  onLeave,
}: SignersCardProps) {
  const t = useTranslations("documents.signers");
  const announce = useAnnounce();
  // The first row has the focus at the start.
  const { list, focusOn } = useRowFocus(entries.every(isBlank) ? entries[0]?.key : undefined);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const steps = stepsOf(entries);
  const isMeThere = entries.some((entry) => addressOf(entry) === me.email);

  function edit({ entries: next, focus }: EditedEntries) {
    onChange(next);
    focusOn(focus);
  }

  function add() {
    const entry = emptyEntry();
    edit({ entries: [...entries, entry], focus: entry.key });
  }

  function addMe() {
    onChange(withPerson(entries, { email: me.email, name: me.displayName }));
    announce(t("added", { count: 1 }));
  }

  function addPasted(at: SignerEntry, people: readonly NamedAddress[]) {
    edit(withPasted(entries, at, people));
    announce(t("added", { count: people.length }));
  }

  function move(entry: SignerEntry, by: -1 | 1) {
    const moved = withMoved(entries, entry, by);
    onChange(moved);
    announce(t("moved", { number: moved.indexOf(entry) + 1 }));
  }

  /** Removing a signer deletes their fields for good, so ask first. */
  function remove(entry: SignerEntry, number: number) {
    const count = entry.signRequestId === null ? 0 : (fields.get(entry.signRequestId) ?? 0);
    if (count > 0) setRemoval({ entry, number, count });
    else edit(withoutEntry(entries, entry));
  }

  return (
    <section aria-labelledby="signers-heading" className="rounded-card border border-hairline bg-surface">
      <h2 id="signers-heading" className="px-4 pt-4 text-reading font-semibold sm:px-5">
        {t("heading")}
      </h2>
      <p className="px-4 text-ui text-muted sm:px-5">{t("hint")}</p>
      <ul ref={list} className="divide-y divide-hairline">
        {entries.map((entry, index) => (
          <li key={entry.key}>
            <SignerFields
              number={index + 1}
              count={entries.length}
              entry={entry}
              problem={problems.get(entry.key) ?? null}
              methods={methods}
              waysToOpen={waysToOpen}
              attachmentBytes={attachmentBytes}
              hasFields={entry.signRequestId !== null && (fields.get(entry.signRequestId) ?? 0) > 0}
              step={isInOrder ? (steps[index] ?? 1) : null}
              onChange={(changes) =>
                onChange(entries.map((other) => (other.key === entry.key ? { ...other, ...changes } : other)))
              }
              onLeave={() => onLeave(entry.key)}
              onPasteList={(people) => addPasted(entry, people)}
              onRemove={() => remove(entry, index + 1)}
              onMove={isInOrder ? (by) => move(entry, by) : undefined}
            />
          </li>
        ))}
      </ul>
      <AddButtons onAdd={add} onAddMe={isMeThere ? null : addMe} />
      <RemoveSignerDialog
        removal={removal}
        onClose={() => setRemoval(null)}
        onRemove={(entry) => edit(withoutEntry(entries, entry))}
      />
    </section>
  );
}

function AddButtons({ onAdd, onAddMe }: { onAdd: () => void; onAddMe: (() => void) | null }) {
  const t = useTranslations("documents.signers");
  return (
    <div className="flex flex-wrap gap-2 border-t border-hairline px-4 py-3 sm:px-5">
      <Button icon={<UserPlus aria-hidden className="size-4" />} onClick={onAdd}>
        {t("add")}
      </Button>
      {onAddMe && (
        <Button variant="quiet" onClick={onAddMe}>
          {t("addMe")}
        </Button>
      )}
    </div>
  );
}

/** Focuses a row's address once the row is rendered; `first` is the row focused at the start. */
function useRowFocus(first: string | undefined) {
  const list = useRef<HTMLUListElement>(null);
  const [toFocus, setToFocus] = useState<{ key: string | undefined }>({ key: first });

  useEffect(() => {
    if (toFocus.key) list.current?.querySelector<HTMLElement>(`[data-entry="${toFocus.key}"]`)?.focus();
  }, [toFocus]);

  return { list, focusOn: (key: string | undefined) => setToFocus({ key }) };
}

interface Removal {
  entry: SignerEntry;
  /** The signer's number in the form, used as name if the row was cleared. */
  number: number;
  /** Number of fields that are deleted with the signer. */
  count: number;
}

interface RemoveSignerDialogProps {
  removal: Removal | null;
  onClose: () => void;
  onRemove: (entry: SignerEntry) => void;
}

/** Asks before a signer with fields is removed. */
function RemoveSignerDialog({ removal, onClose, onRemove }: RemoveSignerDialogProps) {
  const t = useTranslations("documents.signers");
  if (!removal) return null;
  const { entry, number, count } = removal;

  function confirm() {
    onClose();
    onRemove(entry);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      danger
      onConfirm={confirm}
      confirmLabel={t("removal.confirm")}
      title={
        <span className="wrap-anywhere">
          {t("removal.title", { name: entry.name.trim() || entry.email.trim() || t("signer", { number }) })}
        </span>
      }
      body={t("removal.body", { count })}
    />
  );
}

/** The rows after a change, and the row to focus. */
interface EditedEntries {
  entries: SignerEntry[];
  focus: string | undefined;
}

const longestName = 255;

/** Adds a person, in the first blank row if there is one. */
export function withPerson(entries: readonly SignerEntry[], { email, name }: NamedAddress): SignerEntry[] {
  const blank = entries.find(isBlank);
  if (!blank) return [...entries, { ...emptyEntry(), email, name }];
  return entries.map((entry) => (entry.key === blank.key ? { ...blank, email, name } : entry));
}

/**
 * Adds pasted people after the row they were pasted into. A cleared row is replaced, and its stored signer becomes
 * the first of them. All get that row's methods.
 */
export function withPasted(
  entries: readonly SignerEntry[],
  at: SignerEntry,
  people: readonly NamedAddress[],
): EditedEntries {
  const isReplaced = isCleared(at);
  const pasted = people.map(({ email, name }, index) => ({
    ...emptyEntry(),
    email,
    name: name.slice(0, longestName),
    signMethod: at.signMethod,
    identifyMethod: at.identifyMethod,
    signRequestId: isReplaced && index === 0 ? at.signRequestId : null,
  }));
  return {
    entries: entries.flatMap((entry) => (entry.key !== at.key ? [entry] : isReplaced ? pasted : [at, ...pasted])),
    focus: pasted.at(-1)?.key,
  };
}

/** Moves one row a place up (-1) or down (1), if possible. */
export function withMoved(entries: readonly SignerEntry[], moved: SignerEntry, by: -1 | 1): SignerEntry[] {
  const from = entries.indexOf(moved);
  const others = entries.filter((entry) => entry !== moved);
  return from + by < 0 || from + by >= entries.length ? [...entries] : others.toSpliced(from + by, 0, moved);
}

/** Removes one row. A blank row stays to type into. */
export function withoutEntry(entries: readonly SignerEntry[], gone: SignerEntry): EditedEntries {
  const left = entries.filter((entry) => entry.key !== gone.key);
  const next = left.length > 0 ? left : [emptyEntry()];
  return { entries: next, focus: next[Math.max(0, entries.indexOf(gone) - 1)]?.key };
}
