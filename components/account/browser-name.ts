const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a User-Agent header names, as people call it; null where it names nothing that we know. */
export function browserName(userAgent: string | null): { browser: string | null; system: string | null } {
  return { browser: firstMatch(browsers, userAgent), system: firstMatch(systems, userAgent) };
}

function firstMatch(names: readonly [RegExp, string][], userAgent: string | null): string | null {
  return names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
}
