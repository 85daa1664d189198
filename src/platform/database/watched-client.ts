import type { ClientConfig } from 'pg'
import { NamedStatementClient } from './named-statement-client.ts'

/** After so much silence the kernel asks whether PostgreSQL is still there. */
const KEEP_ALIVE_MS = 5000

/** A connection to PostgreSQL that notices when it waits in vain. */
export class WatchedClient extends NamedStatementClient {
  /** The process of PostgreSQL that serves it; undefined until that is known. */
  backend: number | undefined
  /** Statements without an answer yet. Connecting counts as the first. */
  #unanswered = 1
  #bytesRead = 0
  #silentTicks = 0

  constructor(config?: ClientConfig) {
    super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS })
    this.once('connect', () => this.#answered())
    // A connection that breaks fails its statements. Without a listener it would also end the process.
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares six overloads, and all go the same way
  override query(...statement: [any, any?, any?]): any {
    this.#unanswered += 1
    this.#silentTicks = 0
    const answer = super.query(...statement) as unknown as Promise<unknown> | undefined
    const answered = () => this.#answered()
    answer?.then(answered, answered)
    return answer
  }

  get bytesRead(): number {
    return (this.connection.stream as { bytesRead?: number }).bytesRead ?? 0
  }

  /** Asks which process serves it: behind a pooler it is not the one that the protocol names. */
  async findBackend(): Promise<void> {
    const { rows } = await this.query('select pg_backend_pid() as backend')
    this.backend = rows[0].backend
  }

  /**
   * Called at regular intervals. Answers for how many of them it has waited without receiving a byte. Counting calls
   * instead of milliseconds keeps a process that was itself stalled from blaming PostgreSQL.
   */
  tick(): number {
    const { bytesRead } = this
    if (this.#unanswered === 0 || bytesRead !== this.#bytesRead) this.#silentTicks = 0
    else this.#silentTicks += 1
    this.#bytesRead = bytesRead
    return this.#silentTicks
  }

  /** At once, and without a word to PostgreSQL, which may not be there. What waits for an answer fails. */
  destroy(): void {
    this.connection.stream.destroy()
  }

  #answered(): void {
    this.#unanswered -= 1
    this.#silentTicks = 0
  }
}
