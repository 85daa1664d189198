import type { Kysely } from 'kysely'

/**
 * Writes of a batch whose result nobody needs. They are sent in bulk before the batch's next statement, or at the
 * latest before its commit.
 */
export interface DeferredWrites {
  /** how many were deferred so far */
  readonly count: number
  /** One of them failed. Only a second attempt, in which nothing is deferred, shows which job it belongs to. */
  readonly failed: boolean
  /** `onceFor`: of writes with the same text and key that are sent together, only the first is needed. */
  push(text: string, parameters: readonly unknown[], onceFor?: string): void
  /** Called before the commit, which sends the remaining writes and fails if one of them fails. */
  end(): void
  /** Called before a rollback. */
  drop(): void
}

// biome-ignore lint/suspicious/noExplicitAny: handles of all products
const byHandle = new WeakMap<Kysely<any>, DeferredWrites>()

/** From now on writes through this handle may be deferred. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export function deferWrites(db: Kysely<any>, writes: DeferredWrites): void {
  byHandle.set(db, writes)
}

// biome-ignore lint/suspicious/noExplicitAny: see above
export const deferredWritesOf = (db: Kysely<any>): DeferredWrites | undefined => byHandle.get(db)
