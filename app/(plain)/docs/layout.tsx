import type { ReactNode } from "react";

/** The reference is in English for everybody (decision 33); the frame around it is in the reader's language. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div lang="en" dir="ltr" className="contents">
      {children}
    </div>
  );
}
