import { DomainError } from "@/lib/errors";

/** Names the member of the body whose URL was refused, so that a caller with two knows which. */
export async function atMember<Value>(pointer: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || (error.code !== "url_not_allowed" && error.code !== "url_unreachable"))
      throw error;
    const detail = error.detail ?? error.code;
    throw new DomainError(error.code, { detail, violations: [{ pointer, code: error.code, detail }], cause: error });
  }
}
