"use client";

import { useEffect, useRef, useState } from "react";
import { withoutLinks, withoutStyleSheet } from "@/components/inbox/read-message";

interface MailFrameProps {
  /** Names the preview. */
  label: string;
  /** BCP 47, of the mail. */
  lang: string;
  html: string;
}

/** An e-mail as it will be seen, in a region that scrolls by keyboard as well. */
export function MailFrame({ label, lang, html }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);

  useEffect(() => {
    // The text wraps anew when the width changes. A frame that loaded before hydration is measured by the first call.
    const observer = new ResizeObserver(() => setHeight(contentHeight(frame.current)));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-180 overflow-y-auto rounded-control border border-hairline bg-paper"
    >
      {/* Sandboxed without scripts, forms or navigation, because a message may contain anything. Of our origin only so that its height can be read. */}
      <iframe
        ref={frame}
        title={label}
        lang={lang}
        sandbox="allow-same-origin"
        tabIndex={-1}
        srcDoc={withoutLinks(withoutStyleSheet(html))}
        onLoad={() => setHeight(contentHeight(frame.current))}
        className="block h-180 w-full scheme-light"
        style={height === null ? undefined : { height }}
      />
    </div>
  );
}

/** In CSS pixels; null before the mail is loaded. */
function contentHeight(frame: HTMLIFrameElement | null): number | null {
  const height = frame?.contentDocument?.body?.offsetHeight ?? 0;
  return height > 0 ? height : null;
}
