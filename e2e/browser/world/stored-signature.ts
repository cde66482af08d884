import type { ApiClient, Person } from "@/e2e/api-client";

/** The account's newest stored signature. */
export async function storedSignature(api: ApiClient, person: Person): Promise<Buffer> {
  const { body } = await api.call<{ data: { id: number; type: string; isDefault: boolean }[] }>(
    "GET",
    "/account/signature/elements",
    { as: person },
  );
  const newest = body.data.find(({ type, isDefault }) => type === "signature" && isDefault);
  const image = await api.call<{ file: { base64: string } }>("GET", `/account/signature/elements/${newest?.id ?? 0}`, {
    as: person,
  });
  return Buffer.from(image.body.file.base64, "base64");
}
