"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

const afterMs = 400;

/** Says what takes so long, once it does. */
export function SealingWords({ isBusy }: { isBusy: boolean }) {
  const words = useTranslations("signing.confirm");
  return (
    <p role="status" className="mt-2 text-ui font-medium empty:hidden">
      {isBusy && <Late text={words("sealing")} />}
    </p>
  );
}

function Late({ text }: { text: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), afterMs);
    return () => window.clearTimeout(timer);
  }, []);
  return isLate ? text : null;
}
