/** Requests to an SQLite thread. */
export type SqliteRequest =
  | { open: number; path: string; pragmas: readonly string[] }
  | { close: number }
  /** responds with the version of the data, which changes when another connection writes */
  | { begin: number }
  /** a whole transaction; responds with the rows of each query */
  | { transaction: number; queries: readonly SqliteQuery[] }
  | { connection: number; deferred?: DeferredRuns | undefined; query?: SqliteQuery | undefined }

export interface SqliteQuery {
  text: string
  parameters: readonly unknown[]
  atMostOne: boolean
}

/** Writes to run in order, as flat lists: they are copied from thread to thread for every message. */
export interface DeferredRuns {
  texts: string[]
  /** how many values the text of the same index takes */
  widths: number[]
  /** indexes of texts */
  order: number[]
  values: unknown[]
}

export interface SqliteResponse {
  rows: unknown[]
  changes?: number
  lastInsertRowid?: number | bigint
  error?: { name: string; message: string; code?: string; rawCode?: number }
  /** the error belongs to an earlier deferred write */
  ofDeferred?: boolean
}

/** Turns an error from the thread into an Error again. */
export function revive({ message, ...rest }: NonNullable<SqliteResponse['error']>): Error {
  return Object.assign(new Error(message), rest)
}
