import { expect, test } from "vitest";
import { roleOf } from "./signature-role";

const uuid = "2bb2a436-6e41-4de9-ac60-6ea65f41d153";

test("this service's certification and seal are told from people's signatures", () => {
  expect(roleOf({ field: `paraph-${uuid}-certify`, chain: "ours" })).toBe("certified");
  expect(roleOf({ field: `paraph-${uuid}-seal`, chain: "ours" })).toBe("sealed");
  expect(roleOf({ field: `paraph-${uuid}-s53`, chain: "ours" })).toBe("person");
});

test("somebody else's signature in a field of that name is no seal of ours", () => {
  expect(roleOf({ field: `paraph-${uuid}-seal`, chain: "unknown" })).toBe("person");
  expect(roleOf({ field: `x.paraph-${uuid}-seal`, chain: "ours" })).toBe("person");
});
