import { expect, test } from "vitest";
import { avatarLetters, colourNumber, initialsOf } from "./person-avatar";

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

test.each([
  ["Ana Maria Silva", "AMS"],
  ["Ana", "A"],
  ["ana silva", "AS"],
  ["Maria de Souza", "MS"],
  ["Jean-Luc Picard", "JLP"],
  ["  Bo   Chen ", "BC"],
  ["Åsa Örn", "ÅÖ"],
  ["Élodie Ç. Martin (CEO)", "ÉÇMC"],
  ["Иван Петров", "ИП"],
  ["山田 太郎", "山太"],
  ["李小龍", "李"],
  ["محمد علي", "م ع"],
  ["Ana 2", "A"],
  ["12 34", ""],
  ["", ""],
  ["A B C D E F G", "ABCDE"],
])("derives from %j the initials %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("keeps the mark of a letter written as two code points", () => {
  expect(initialsOf("A\u030asa")).toBe("Å");
});
