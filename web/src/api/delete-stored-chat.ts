/** The database of the copy that is read without a network: see chat/offline/. */
export const DATABASE = 'switchboard-offline'

/** Whose copy it is. It is checked before the database is opened. */
const OWNER = 'switchboard-offline-user'

export const isStoredFor = (userId: number) => localStorage.getItem(OWNER) === String(userId)

export const setStoredFor = (userId: number) => localStorage.setItem(OWNER, String(userId))

let keeping = new AbortController()

/** Aborted when the copy is deleted: then it must not be written again. */
export const storedChatSignal = () => keeping.signal

/**
 * For the end of a session, and before another begins. Other windows close their connection to the database and never
 * open it again, so none of them writes after it. Never fails.
 */
export function deleteStoredChat(): Promise<void> {
  keeping.abort()
  keeping = new AbortController()
  return new Promise((resolve) => {
    try {
      localStorage.removeItem(OWNER)
      const request = indexedDB.deleteDatabase(DATABASE)
      // Blocked: the browser deletes it once the other windows have closed it.
      for (const name of ['success', 'error', 'blocked']) request.addEventListener(name, () => resolve())
    } catch {
      // Browsers that forbid storage have stored nothing.
      resolve()
    }
  })
}
