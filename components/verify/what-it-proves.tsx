import { Check, Minus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { proofsOf } from "./proofs-of";
import type { Report } from "./verification";

/** What the result proves, and what nobody should read into it. */
export function WhatItProves({ report }: { report: Report }) {
  const words = useTranslations("verify.proves");
  const { proofs, limits } = proofsOf(report);
  return (
    <Card title={words("title")} className="print:break-inside-avoid">
      <div className="grid gap-6 sm:grid-cols-2">
        {proofs.length > 0 && (
          <Sentences title={words("yes")}>
            {proofs.map((proof) => (
              <Sentence key={proof} icon={<Check aria-hidden className="mt-0.5 size-4 shrink-0" />}>
                {words(`proof.${proof}`)}
              </Sentence>
            ))}
          </Sentences>
        )}
        <Sentences title={words("no")}>
          {limits.map((limit) => (
            <Sentence key={limit} icon={<Minus aria-hidden className="mt-0.5 size-4 shrink-0" />}>
              {words(`limit.${limit}`)}
            </Sentence>
          ))}
        </Sentences>
      </div>
    </Card>
  );
}

function Sentences({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="text-ui font-semibold">{title}</h3>
      <ul className="mt-2 flex flex-col gap-2 text-ui text-muted">{children}</ul>
    </div>
  );
}

function Sentence({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
