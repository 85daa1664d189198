import type { Kysely } from 'kysely'

/**
 * Writes of a batch that nobody waits for: they reach the database before the next statement of the batch does, at the
 * latest before its commit, many at a time.
 */
export interface DeferredWrites {
  /** how many there were so far */
  readonly count: number
  /** One of them was refused. Whose it was only a second attempt can tell, in which nothing is deferred. */
  readonly failed: boolean
  /** `onceFor`: of those with the same text and key that are sent together, the first is enough. */
  push(text: string, parameters: readonly unknown[], onceFor?: string): void
  /** Before the commit, which takes along what was not sent yet, and is not done if one of them fails. */
  end(): void
  /** Before a rollback. */
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
