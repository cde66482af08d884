"use client";

import "./theme.css";
import FrameFailed from "./error";
import failure from "@/lib/locale/en/failure.json";

/** Everything failed, the root layout too; this brings a document of its own. */
export default function GlobalFailure(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>{failure.title}</title>
      </head>
      <body>
        <FrameFailed {...props} />
      </body>
    </html>
  );
}
