import LibsqlDatabase from 'libsql/promise'
import { syncPath } from '../files/sync-path.ts'

/**
 * Copies the state of a single moment while other processes read and write. They do not wait; only their write-ahead
 * log grows until the copy is done. Our library does not offer SQLite's online backup, which would also start over at
 * each write.
 */
export async function copySqlite(source: string, target: string, signal: AbortSignal): Promise<void> {
  const database = new LibsqlDatabase(source, {})
  const interrupt = () => database.interrupt()
  signal.addEventListener('abort', interrupt)
  try {
    await database.exec('pragma busy_timeout = 60000')
    await database.exec(`vacuum into '${target.replaceAll("'", "''")}'`)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', interrupt)
    database.close()
  }
  await syncPath(target)
}
