import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useAnnounce } from "@/components/ui/live-region";
import { withMoved, withoutEntry, withPasted, withPerson, type EditedEntries } from "./edit-entries";
import type { NamedAddress } from "./read-addresses";
import { RemoveSignerDialog, type AskedRemoval } from "./remove-signer-dialog";
import { addressOf, emptyEntry, isBlank, type EntryProblem, type SignerEntry } from "./signer-entry";
import { SignerFields, type SignMethodName } from "./signer-fields";

interface SignersCardProps {
  entries: readonly SignerEntry[];
  /** How many fields each stored signer has, by `signRequestId`. */
  fields: ReadonlyMap<number, number>;
  /** Those to be shown now. */
  problems: ReadonlyMap<string, EntryProblem>;
  methods: readonly SignMethodName[];
  /** They sign as they stand here. */
  isInOrder: boolean;
  me: { email: string; displayName: string };
  onChange: (entries: SignerEntry[]) => void;
  onLeave: (key: string) => void;
}

/** The rows of the signers, in the order of their numbers. */
export function SignersCard({
  entries,
  fields,
  problems,
  methods,
  isInOrder,
  me,
  onChange,
  onLeave,
}: SignersCardProps) {
  const words = useTranslations("documents.signers");
  const announce = useAnnounce();
  // Whoever comes to name the first signer can type at once.
  const { list, focusOn } = useRowFocus(entries.every(isBlank) ? entries[0]?.key : undefined);
  const [asked, setAsked] = useState<AskedRemoval | null>(null);
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
    announce(words("added", { count: 1 }));
  }

  function addPasted(at: SignerEntry, people: readonly NamedAddress[]) {
    edit(withPasted(entries, at, people));
    announce(words("added", { count: people.length }));
  }

  function move(entry: SignerEntry, by: -1 | 1) {
    const moved = withMoved(entries, entry, by);
    onChange(moved);
    announce(words("moved", { number: moved.indexOf(entry) + 1 }));
  }

  /** Fields go with their signer for good, so that is asked first. */
  function remove(entry: SignerEntry, number: number) {
    const count = entry.signRequestId === null ? 0 : (fields.get(entry.signRequestId) ?? 0);
    if (count > 0) setAsked({ entry, number, count });
    else edit(withoutEntry(entries, entry));
  }

  return (
    <section aria-labelledby="signers-heading" className="rounded-card border border-hairline bg-surface">
      <h2 id="signers-heading" className="px-4 pt-4 text-reading font-semibold">
        {words("heading")}
      </h2>
      <p className="px-4 text-ui text-muted">{words("hint")}</p>
      <ul ref={list} className="divide-y divide-hairline">
        {entries.map((entry, index) => (
          <li key={entry.key}>
            <SignerFields
              number={index + 1}
              count={entries.length}
              entry={entry}
              problem={problems.get(entry.key) ?? null}
              methods={methods}
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
        asked={asked}
        onClose={() => setAsked(null)}
        onRemove={(entry) => edit(withoutEntry(entries, entry))}
      />
    </section>
  );
}

function AddButtons({ onAdd, onAddMe }: { onAdd: () => void; onAddMe: (() => void) | null }) {
  const words = useTranslations("documents.signers");
  return (
    <div className="flex flex-wrap gap-2 border-t border-hairline px-4 py-3">
      <Button icon={<UserPlus aria-hidden className="size-4" />} onClick={onAdd}>
        {words("add")}
      </Button>
      {onAddMe && (
        <Button variant="quiet" onClick={onAddMe}>
          {words("addMe")}
        </Button>
      )}
    </div>
  );
}

/** Moves the focus to a row's address once the row is there; `first` names the row that has it at the start. */
function useRowFocus(first: string | undefined) {
  const list = useRef<HTMLUListElement>(null);
  const [toFocus, setToFocus] = useState<{ key: string | undefined }>({ key: first });

  useEffect(() => {
    if (toFocus.key) list.current?.querySelector<HTMLElement>(`[data-entry="${toFocus.key}"]`)?.focus();
  }, [toFocus]);

  return { list, focusOn: (key: string | undefined) => setToFocus({ key }) };
}
