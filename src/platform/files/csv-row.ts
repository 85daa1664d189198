/** A spreadsheet would run these as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Numbers such as +12025550177 are no formula, and programs want them as they are. */
const NUMBER = /^\+\d+$/

/** One row (RFC 4180). A text that a spreadsheet would run gets an apostrophe. */
export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
