/** Whether the page of an error type returns 200, cached per process and type while it does. */
const pages = new Map<string, Promise<boolean>>();

/**
 * The defect of an API error, if any: each must be a problem document (RFC 9457) whose type is the address of a page
 * that explains it. Null if it is correct. `body` is null if it can no longer be read, as after navigation.
 */
export async function complaintAboutRefusal(contentType: string | null, body: string | null): Promise<string | null> {
  if (contentType?.split(";")[0] !== "application/problem+json") return `a refusal came as ${String(contentType)}`;
  if (body === null) return null;
  const { type } = JSON.parse(body) as { type?: string };
  if (typeof type !== "string" || !URL.canParse(type)) return `a problem's type is not an address: ${String(type)}`;
  const answers =
    pages.get(type) ??
    fetch(type).then(
      (page) => page.status === 200,
      () => false,
    );
  pages.set(type, answers);
  if (await answers) return null;
  // The server may have been killed meanwhile, by a test.
  pages.delete(type);
  return `the page of a problem's type does not answer 200: ${type}`;
}
