/** How long after a write of this process its listeners learn it. More writes meanwhile are one. */
const OWN_DELAY_MS = 1000

/** What commands announce to a server on PostgreSQL, in the transaction that changes something. */
export const WRITES_CHANNEL = 'switchboard_writes'

/**
 * Tells when any process may have written: this one, a command, or another server. Work that has to look at the
 * database from time to time waits for it. So while nobody writes, nothing is queried.
 */
export class WriteWatch {
  readonly #listeners: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined

  onWrite(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** This process has written. */
  noteOwn(): void {
    this.#timer ??= setTimeout(() => this.note(), OWN_DELAY_MS).unref()
  }

  /** Another process may have written. */
  note(): void {
    this.stop()
    for (const listener of this.#listeners) listener()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
