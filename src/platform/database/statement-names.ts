/** Texts of statements that PostgreSQL is to parse and plan once for each connection, with the names they have there. */
const names = new Map<string, string>()

/**
 * For statements that find their rows by a key, so that one plan is right for all values, and of which there are few.
 * Those that ask for all columns are left out: PostgreSQL refuses them when a newer node has added a column.
 */
export function nameStatement(text: string): void {
  if (!names.has(text) && !text.includes('*')) names.set(text, `s${names.size + 1}`)
}

/** undefined: it is parsed each time */
export const nameOfStatement = (text: string) => names.get(text)
