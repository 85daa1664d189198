import type { AnyHandle } from '../any-handle.ts'

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

const byHandle = new WeakMap<AnyHandle, DeferredWrites>()

/** From now on writes through this handle may be deferred. */
export function deferWrites(db: AnyHandle, writes: DeferredWrites): void {
  byHandle.set(db, writes)
}

export const deferredWritesOf = (db: AnyHandle): DeferredWrites | undefined => byHandle.get(db)
