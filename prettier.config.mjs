/** @type {import("prettier").Config} */
export default {
  printWidth: 120,
  // HTML in template literals is what e-mails contain: its white space stays.
  embeddedLanguageFormatting: "off",
  plugins: ["@ianvs/prettier-plugin-sort-imports"],
  importOrder: ["<BUILTIN_MODULES>", "<THIRD_PARTY_MODULES>", "^@/", "^[.]"],
  importOrderTypeScriptVersion: "5.9.0",
};
