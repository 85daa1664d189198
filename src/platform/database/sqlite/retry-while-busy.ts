/** How long to wait for another writer. */
export const BUSY_TIMEOUT_MS = 10_000
const RETRY_AFTER_MS = 10

/**
 * Retries while another writer has locked the file, without blocking the thread. SQLite's own timeout would block it,
 * and this very thread may serve the other writer.
 */
export async function retryWhileBusy<T>(
  attempt: () => T | Promise<T>,
  timeoutMs = BUSY_TIMEOUT_MS,
): Promise<T> {
  for (let waited = 0; ; waited += RETRY_AFTER_MS) {
    try {
      return await attempt()
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || waited >= timeoutMs) throw error
      await new Promise((next) => setTimeout(next, RETRY_AFTER_MS))
    }
  }
}
