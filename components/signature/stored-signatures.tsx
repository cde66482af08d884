"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { SignatureType } from "./signature-type";
import { loadStoredPictures, type StoredPicture } from "./stored-pictures";
import { StoredSignature } from "./stored-signature";

type State = { pictures: Partial<Record<SignatureType, StoredPicture>> } | { problem: ApiProblem } | "loading";

const types: readonly SignatureType[] = ["signature", "initial"];

/** The stored signature and initials of who is logged in, to be changed or deleted. Needs the areas "signature", "shell" and "errors". */
export function StoredSignatures({ name }: { name: string }) {
  const words = useTranslations("signature.stored");
  const [state, setState] = useState<State>("loading");
  useEffect(() => {
    let isCurrent = true;
    void read().then((next) => isCurrent && setState(next));
    return () => {
      isCurrent = false;
    };
  }, []);

  async function reload() {
    setState(await read());
  }

  if (state !== "loading" && "problem" in state)
    return <ProblemNotice problem={state.problem} onRetry={() => void reload()} />;
  return (
    <div className="grid gap-4 sm:grid-cols-2" aria-busy={state === "loading"}>
      {state === "loading" && <p className="sr-only">{words("loading")}</p>}
      {types.map((type) =>
        state === "loading" ? (
          <Skeleton key={type} className="h-44" />
        ) : (
          <StoredSignature key={type} type={type} name={name} stored={state.pictures[type]} onChanged={reload} />
        ),
      )}
    </div>
  );
}

async function read(): Promise<State> {
  try {
    return { pictures: await loadStoredPictures() };
  } catch (error) {
    return { problem: asProblem(error) };
  }
}
