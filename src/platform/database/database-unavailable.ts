/** The database cannot be used. Shown to the operator as its message, without a stack. */
export class DatabaseUnavailable extends Error {}

/** PostgreSQL: no permission, read-only, too many connections, shutting down. Any other error is a bug. */
const operatorErrors =
  /^(SQLITE_(READONLY|CORRUPT|NOTADB|FULL|IOERR|BUSY|CANTOPEN|PERM)|42501|25006|53\d{3}|57P\d\d)/

/** Turns an error that the operator can fix into a readable one. */
export function explainDatabaseError(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (typeof code !== 'string' || !operatorErrors.test(code)) return error
  return new DatabaseUnavailable(`The database cannot be used: ${message}.`, { cause: error })
}
