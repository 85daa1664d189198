import type { Contents } from '../contents/contents.ts'
import type { Database } from '../database/database.ts'

/** One product's data on one engine, as a move reads or writes it. */
export interface MoveSide {
  // biome-ignore lint/suspicious/noExplicitAny: tables of any product
  readonly database: Pick<Database<any>, 'engine' | 'read'>
  readonly contents: Contents
  close(): Promise<void>
}
