import { expect, test } from "vitest";
import { peopleProblems } from "./use-template-form";

test("requires a distinct address for every role", () => {
  const person = (email: string) => ({ email, displayName: "" });
  const people = { Tenant: person(" ana@x.example "), Agent: person("ANA@x.example"), Bank: person("bank") };
  expect([...peopleProblems(["Tenant", "Landlord", "Agent", "Bank"], people)]).toEqual([
    ["Landlord", "required"],
    ["Agent", "duplicate"],
    ["Bank", "invalid"],
  ]);
});
