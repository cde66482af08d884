"use client";

import "./theme.css";
import { useState } from "react";
import english from "@/lib/platform/locale/en/failure.json";
import { tagOf, type Language } from "@/lib/platform/locale/languages";
import portuguese from "@/lib/platform/locale/pt/failure.json";

/**
 * Shown when the root layout fails, or when an error page cannot be loaded. It is a complete document and depends on
 * nothing else.
 */
export default function GlobalFailure({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  // The language of the failed page, which this document replaces.
  const [locale] = useState<Language>(() =>
    typeof document !== "undefined" && document.documentElement.lang.startsWith("pt") ? "pt" : "en",
  );
  const failure = locale === "pt" ? portuguese : english;
  return (
    <html lang={tagOf(locale)}>
      <head>
        <title>{failure.title}</title>
      </head>
      <body>
        <main className="mx-auto max-w-160 px-4 py-10">
          {/* The wordmark without its flourish, because every page would load its path. */}
          <p translate="no" className="mb-8 text-h2 leading-none font-semibold tracking-tight">
            Paraph
          </p>
          <h1 className="text-h1 font-semibold text-balance">{failure.title}</h1>
          <p className="mt-3 text-reading">{failure.body}</p>
          <button
            type="button"
            onClick={reset}
            className="mt-6 min-h-11 rounded-control bg-primary px-5 font-medium text-on-primary"
          >
            {failure.retry}
          </button>
          {error.digest && <p className="mt-8 text-caption text-muted">{`${failure.error} ${error.digest}`}</p>}
        </main>
      </body>
    </html>
  );
}
