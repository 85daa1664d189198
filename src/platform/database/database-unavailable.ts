/** The database cannot be used: for the person who starts the server, as its message, without a stack. */
export class DatabaseUnavailable extends Error {}

/** PostgreSQL: no permission, read-only, too many connections, shutting down. Else the error is a fault of ours. */
const circumstances =
  /^(SQLITE_(READONLY|CORRUPT|NOTADB|FULL|IOERR|BUSY|CANTOPEN|PERM)|42501|25006|53\d{3}|57P\d\d)/

/** The same error, in words for people if circumstances are to blame. */
export function explainDatabaseError(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (typeof code !== 'string' || !circumstances.test(code)) return error
  return new DatabaseUnavailable(`The database cannot be used: ${message}.`, { cause: error })
}
