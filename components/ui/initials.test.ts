import { expect, test } from "vitest";
import { initialsOf } from "./initials";

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
