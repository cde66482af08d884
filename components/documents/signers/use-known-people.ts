import { useEffect, useRef, useState } from "react";
import { callApi } from "@/components/api/call";
import type { KnownPerson as Known } from "@/lib/sign-requests/schema";

export type KnownPerson = Known;

const pauseMilliseconds = 150;

interface KnownPeople {
  people: readonly KnownPerson[];
  /** Looks for those whose name or address holds a text; for none when it is "". */
  look: (text: string) => void;
}

/** Whom one asked to sign before, for a text that is being typed. An answer to an earlier text is not shown. */
export function useKnownPeople(): KnownPeople {
  const [people, setPeople] = useState<readonly KnownPerson[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function ask(text: string) {
    const turn = asked.current;
    // Suggestions are a help only: without them one types on.
    const { data } = await callApi<{ data: KnownPerson[] }>("GET", `/people?q=${encodeURIComponent(text)}`).catch(
      () => ({ data: [] }),
    );
    if (turn === asked.current) setPeople(data);
  }

  function look(text: string) {
    clearTimeout(timer.current);
    asked.current += 1;
    if (text.trim() === "") return setPeople([]);
    timer.current = setTimeout(() => void ask(text.trim()), pauseMilliseconds);
  }

  return { people, look };
}
