import { titleOfFile } from "./title-of-file";

/** The address as a URL when it is one of the web; "example.org/a.pdf" is taken as https. Null for anything else. */
export function readWebAddress(typed: string): URL | null {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (text === "" || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  return (url.protocol === "https:" || url.protocol === "http:") && url.hostname.includes(".") ? url : null;
}

/** The title that a document gets from where it was fetched: the name of its file, else its host. */
export function titleOfUrl(url: URL): string {
  const last = url.pathname.split("/").at(-1) ?? "";
  return titleOfFile(decoded(last)) || url.hostname;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
