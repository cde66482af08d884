import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import messages from "@/lib/platform/locale/en/documents.json";

test("names what a timestamp covers in the history", () => {
  const t = createTranslator({ locale: "en", messages });
  const told = (stamped: string): string => t("events.timestamp.added", { stamped, signer: "Bo Lind" });
  expect(told("signer")).toBe("Timestamp added to the signature of Bo Lind");
  expect(told("document")).toBe("Timestamp added to the whole document");
});
