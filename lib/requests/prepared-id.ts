import type { SignRequest } from "@/db/schema/files";

/** The id in the names of this signer's PDF fields: of the first person in this place since the document was prepared. */
export function preparedId({ id, preparedAs }: Pick<SignRequest, "id" | "preparedAs">): number {
  return preparedAs ?? id;
}
