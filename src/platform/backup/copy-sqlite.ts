import LibsqlDatabase from 'libsql/promise'
import { syncPath } from './walk-files.ts'

/**
 * A copy of one single moment, while other processes read and write: they wait for nothing, only their log grows until
 * the copy is done. The online backup of SQLite is not offered by our library, and would start anew at each write.
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
