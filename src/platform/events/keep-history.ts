import type { Database, Handle } from '../database/database.ts'
import { isSameHistory, lockHistory, noteHistory } from '../database/history-store.ts'
import { skipPositions } from './event-store.ts'

/** More events than a tenant can have had between a backup and its restore. */
const SKIPPED_POSITIONS = 10_000_000

/** What else a product gives up when its log went back in time. */
export type DropCursors<Tables> = (db: Handle<Tables>) => Promise<void>

/**
 * On PostgreSQL: finds out whether the database was restored, or a standby promoted, since the servers looked last. Then
 * positions of the log that clients already know would be given out again, so a new history begins. Answers whether it
 * did.
 */
export async function keepHistory<Tables>(
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
      // Nothing was ever noted: an older version made this database, and it may have been restored since.
      if (isSame === undefined) await dropCursors(db)
      else await beginHistory(db, dropCursors)
      await noteHistory(db)
      return isSame === false
    },
  })
}

/**
 * Takes the logs of all tenants to positions that no client knows. Servers that are running find a gap there and drop
 * what they remember; clients that come with an older position are told that events are missing.
 */
export async function beginHistory<Tables>(
  db: Handle<Tables>,
  dropCursors: DropCursors<Tables>,
): Promise<void> {
  // First the counters: while they are locked no other transaction announces anything, or ends a cursor.
  await skipPositions(db, SKIPPED_POSITIONS)
  await dropCursors(db)
}
