import { Autocomplete } from "@base-ui/react/autocomplete";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ClipboardEvent } from "react";
import { callApi } from "@/components/api/call";
import { controlLook, Field } from "@/components/ui/inputs";
import type { KnownPerson } from "@/lib/requests/state/schema";
import type { EntryProblem, SignerEntry } from "./signer-entry";

interface EmailFieldProps {
  entry: SignerEntry;
  problem: EntryProblem | null;
  onChange: (changes: Partial<SignerEntry>) => void;
  onLeave: () => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** A signer's address, with suggestions from earlier signers. Choosing one also fills in the name. */
export function EmailField({ entry, problem, onChange, onLeave, onPaste }: EmailFieldProps) {
  const t = useTranslations("documents.signers");
  const { people, look } = useKnownPeople();
  const [isOpen, setIsOpen] = useState(false);
  // A late answer must not open the list while another field has the focus.
  const [hasFocus, setHasFocus] = useState(false);

  const isListed = isOpen && hasFocus && people.length > 0;

  function change(email: string, isChosen: boolean) {
    const known = isChosen ? people.find((person) => person.email === email) : undefined;
    onChange(known?.displayName && entry.name.trim() === "" ? { email, name: known.displayName } : { email });
    look(isChosen ? "" : email);
  }

  return (
    <Field label={t("email")} error={problem && problem !== "phone" && t(`problem.${problem}`)}>
      {(ids) => (
        // The list is inline, because one in a portal hides the rest of the page from screen readers.
        <Autocomplete.Root
          inline
          open={isListed}
          onOpenChange={setIsOpen}
          items={people}
          mode="none"
          value={entry.email}
          itemToStringValue={(person: KnownPerson) => person.email}
          onValueChange={(email) => change(email, false)}
        >
          <div className="relative">
            <Autocomplete.Input
              {...ids}
              type="email"
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
              data-entry={entry.key}
              // An inline list counts as always open.
              aria-expanded={isListed}
              maxLength={320}
              onFocus={() => setHasFocus(true)}
              onBlur={() => {
                setHasFocus(false);
                onLeave();
              }}
              onKeyDown={(event) => {
                if (event.key !== "Escape" || !isListed) return;
                event.preventBaseUIHandler();
                setIsOpen(false);
              }}
              onPaste={onPaste}
              className={controlLook()}
            />
            {isListed && (
              <div className="absolute start-0 top-full z-50 mt-1 w-max max-w-[min(28rem,calc(100vw-2rem))] min-w-full rounded-card border border-hairline bg-raised p-1 shadow-popover">
                <Autocomplete.List aria-label={t("known")} onMouseDown={(event) => event.preventDefault()}>
                  {(person: KnownPerson) => (
                    <Autocomplete.Item
                      key={person.email}
                      value={person}
                      onClick={() => change(person.email, true)}
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
              </div>
            )}
          </div>
        </Autocomplete.Root>
      )}
    </Field>
  );
}

const pauseMilliseconds = 150;

interface KnownPeople {
  people: readonly KnownPerson[];
  /** Searches by name or address; clears the results for "". */
  look: (text: string) => void;
}

/** Suggests earlier signers for the typed text. Drops responses for earlier text. */
function useKnownPeople(): KnownPeople {
  const [people, setPeople] = useState<readonly KnownPerson[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requests = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function ask(text: string) {
    const turn = requests.current;
    // Suggestions are optional, so a failure is ignored.
    const { data } = await callApi<{ data: KnownPerson[] }>("GET", `/people?q=${encodeURIComponent(text)}`).catch(
      () => ({ data: [] }),
    );
    if (turn === requests.current) setPeople(data);
  }

  function look(text: string) {
    clearTimeout(timer.current);
    requests.current += 1;
    if (text.trim() === "") return setPeople([]);
    timer.current = setTimeout(() => void ask(text.trim()), pauseMilliseconds);
  }

  return { people, look };
}
