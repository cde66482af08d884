import { expect, test } from "vitest";
import { isolate } from "./format";

test("isolates a right-to-left name and leaves all others unchanged", () => {
  for (const name of ["שרה כהן", "محمد", "ܐܒܓܕ", "Lease – חוזה"]) expect(isolate(name)).toBe(`\u2068${name}\u2069`);
  for (const name of ["Ana Silva", "Żak", "李雷", "नमस्ते", "Γιώργος", ""]) expect(isolate(name)).toBe(name);
});
