import { expect, test } from "vitest";
import { avatarLetters, colourNumber } from "./person-avatar";

test.each([
  ["Ana Maria Silva", "AS"],
  ["Ana", "A"],
  ["ana.silva@example.org", "A"],
  ["李小龍", "李"],
  ["محمد علي", "مع"],
  ["12", "•"],
  ["", "•"],
])("shows %j as %j", (name, letters) => {
  expect(avatarLetters(name)).toBe(letters);
});

test("gives a person the same colour in any case, and people different ones", () => {
  expect(colourNumber("Ana Silva")).toBe(colourNumber(" ana SILVA "));
  const people = [
    "Ana Silva",
    "Bo Lindqvist",
    "Carla Reis",
    "Dora Novak",
    "Emil Berg",
    "Gita Rao",
    "Ife Obi",
    "Li Wei",
  ];
  expect(new Set(people.map(colourNumber)).size).toBeGreaterThan(3);
  expect(people.every((name) => colourNumber(name) >= 1 && colourNumber(name) <= 6)).toBe(true);
});
