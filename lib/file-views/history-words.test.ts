import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import messages from "@/lib/locale/en/documents.json";

test("the history says of a timestamp what it was put on", () => {
  const words = createTranslator({ locale: "en", messages });
  const told = (stamped: string): string => words("events.timestamp.added", { stamped, signer: "Bo Lind" });
  expect(told("signer")).toBe("A time-stamping authority gave a timestamp to the signature of Bo Lind");
  expect(told("document")).toBe("A time-stamping authority gave a timestamp to the whole document");
});
