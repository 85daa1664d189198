/** What a thread for SQLite can be asked for. */
export type SqliteRequest =
  | { open: number; path: string; pragmas: readonly string[] }
  | { close: number }
  /** answered with the version of the data, which changes when another connection writes */
  | { begin: number }
  | { connection: number; deferred?: DeferredRuns | undefined; query?: SqliteQuery | undefined }

export interface SqliteQuery {
  text: string
  parameters: readonly unknown[]
  atMostOne: boolean
}

/** Writes to be run in order: flat lists, because they are copied from thread to thread for every message. */
export interface DeferredRuns {
  texts: string[]
  /** how many values the text of the same index takes */
  widths: number[]
  /** indexes of texts */
  order: number[]
  values: unknown[]
}

export interface SqliteAnswer {
  rows: unknown[]
  changes?: number
  lastInsertRowid?: number | bigint
  error?: { name: string; message: string; code?: string; rawCode?: number }
  /** the error is of an earlier deferred write */
  ofDeferred?: boolean
}

/** What has come of an error from the thread. */
export function revive({ message, ...rest }: NonNullable<SqliteAnswer['error']>): Error {
  return Object.assign(new Error(message), rest)
}
