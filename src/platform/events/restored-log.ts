import type { Database, Handle } from '../database/database.ts'
import { skipPositions } from '../database/log-head-store.ts'
import { isSameHistory, lockHistory, recordHistory } from '../database/schema/history-store.ts'

/** More events than a tenant can have had between a backup and its restore. */
const SKIPPED_POSITIONS = 10_000_000

/** Drops the cursors of a product whose log went back in time. */
export type DropCursors<Tables> = (db: Handle<Tables>) => Promise<void>

/**
 * On PostgreSQL: checks whether the database was restored, or a standby promoted, since the last check. If so,
 * positions of the log that clients already know would be used again, so a new history starts. Returns whether it did.
 */
export async function detectRestore<Tables>(
  database: Database<Tables>,
  dropCursors: DropCursors<Tables>,
): Promise<boolean> {
  if (database.engine === 'sqlite' || (await isSameHistory(database.read))) return false
  return database.write(0, {
    async work({ db }) {
      await lockHistory(db)
      // Another server may have been first.
      const isSame = await isSameHistory(db)
      if (isSame) return false
      // Nothing is recorded: an older version made this database, and it may have been restored since.
      if (isSame === undefined) await dropCursors(db)
      else await startNewHistory(db, dropCursors)
      await recordHistory(db)
      return isSame === false
    },
  })
}

/**
 * Moves the logs of all tenants to positions that no client knows. Running servers find a gap there and invalidate
 * their caches; clients with an older position learn that events are missing.
 */
export async function startNewHistory<Tables>(
  db: Handle<Tables>,
  dropCursors: DropCursors<Tables>,
): Promise<void> {
  // Lock the counters first: meanwhile no other transaction announces anything or deletes a cursor.
  await skipPositions(db, SKIPPED_POSITIONS)
  await dropCursors(db)
}
