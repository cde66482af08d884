import { Autocomplete } from "@base-ui/react/autocomplete";
import { useTranslations } from "next-intl";
import { useState, type ClipboardEvent } from "react";
import { controlLook } from "@/components/ui/control-look";
import { Field } from "@/components/ui/field";
import type { EntryProblem, SignerEntry } from "./signer-entry";
import { useKnownPeople, type KnownPerson } from "./use-known-people";

interface EmailFieldProps {
  entry: SignerEntry;
  problem: EntryProblem | null;
  onChange: (changes: Partial<SignerEntry>) => void;
  onLeave: () => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** A signer's address. While one types, those whom one asked before are offered; taking one fills in the name. */
export function EmailField({ entry, problem, onChange, onLeave, onPaste }: EmailFieldProps) {
  const words = useTranslations("documents.signers");
  const { people, look } = useKnownPeople();
  const [isOpen, setIsOpen] = useState(false);

  function change(email: string, isChosen: boolean) {
    const known = isChosen ? people.find((person) => person.email === email) : undefined;
    onChange(known?.displayName && entry.name.trim() === "" ? { email, name: known.displayName } : { email });
    look(isChosen ? "" : email);
  }

  return (
    <Field label={words("email")} error={problem && problem !== "phone" && words(`problem.${problem}`)}>
      {(ids) => (
        // An open list hides the rest of the page from screen readers, so one without people is never open.
        <Autocomplete.Root
          open={isOpen && people.length > 0}
          onOpenChange={setIsOpen}
          items={people}
          mode="none"
          value={entry.email}
          itemToStringValue={(person: KnownPerson) => person.email}
          onValueChange={(email, { reason }) => change(email, reason === "item-press")}
        >
          <Autocomplete.Input
            {...ids}
            type="email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            data-entry={entry.key}
            maxLength={320}
            onBlur={onLeave}
            onPaste={onPaste}
            className={controlLook()}
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} className="z-50 outline-none">
              <Autocomplete.Popup
                aria-label={words("known")}
                className="w-(--anchor-width) rounded-card border border-hairline bg-raised p-1 shadow-popover empty:hidden data-empty:hidden"
              >
                <Autocomplete.List>
                  {(person: KnownPerson) => (
                    <Autocomplete.Item
                      key={person.email}
                      value={person}
                      className="cursor-default rounded-control px-2.5 py-1.5 text-ui select-none data-highlighted:bg-primary-tint data-highlighted:text-on-primary-tint pointer-coarse:min-h-11 forced-colors:data-highlighted:outline-2"
                    >
                      {person.displayName && (
                        <span className="block truncate font-medium">
                          <bdi>{person.displayName}</bdi>
                        </span>
                      )}
                      <bdi className="block truncate text-caption">{person.email}</bdi>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  );
}
