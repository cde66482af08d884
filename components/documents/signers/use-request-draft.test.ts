import { expect, test } from "vitest";
import { fieldCounts } from "./use-request-draft";

test("counts fields per signer, including signers without any", () => {
  const counts = fieldCounts([
    { signRequestId: 1, visibleElements: ["signature", "date"] },
    { signRequestId: 2, visibleElements: [] },
  ]);
  expect([...counts]).toEqual([
    [1, 2],
    [2, 0],
  ]);
});
