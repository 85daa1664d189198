/** Statements that PostgreSQL parses and plans once per connection, with their names there. */
const names = new Map<string, string>()

/**
 * For a small number of statements that find their rows by a key, so that one plan is right for all values. Statements
 * that select all columns are left out: PostgreSQL rejects them once a newer node has added a column.
 */
export function nameStatement(text: string): void {
  if (!names.has(text) && !text.includes('*')) names.set(text, `s${names.size + 1}`)
}

/** undefined: PostgreSQL parses it each time */
export const nameOfStatement = (text: string) => names.get(text)
