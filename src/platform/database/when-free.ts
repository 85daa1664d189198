/** How long to wait for another writer. */
export const BUSY_PATIENCE_MS = 10_000
const LOOK_AGAIN_MS = 10

/**
 * Tries until no other writer is in the way, without holding up the thread: SQLite's own patience would, and the other
 * writer may be served by this very thread.
 */
export async function whenFree<T>(attempt: () => T | Promise<T>, patienceMs = BUSY_PATIENCE_MS): Promise<T> {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    try {
      return await attempt()
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || waited >= patienceMs) throw error
      await new Promise((next) => setTimeout(next, LOOK_AGAIN_MS))
    }
  }
}
