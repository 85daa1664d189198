import { Client, type ClientConfig, type QueryConfig } from 'pg'
import { nameOfStatement } from '../statements/statement-names.ts'
import { pingPostgres } from './ping-postgres.ts'

/**
 * A connection that names prepared statements, which Kysely does not support, and sends statements of the same tick
 * together.
 */
class NamedStatementClient extends Client {
  #isCorked = false

  /** Whether all statements run in the same session of PostgreSQL. */
  protected get hasSession(): boolean {
    return true
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has a dozen ways to be called, and all but one pass through
  override query(text: any, ...more: any[]): any {
    this.#cork()
    const name = typeof text === 'string' && this.hasSession ? nameOfStatement(text) : undefined
    const [values, ...rest] = more
    const query = name === undefined ? text : ({ name, text, values } satisfies QueryConfig)
    return (super.query as (...all: unknown[]) => unknown)(query, ...(name === undefined ? more : rest))
  }

  #cork(): void {
    if (this.#isCorked) return
    const { stream } = this.connection
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}

/** After this idle time the kernel probes whether PostgreSQL is still there. */
const KEEP_ALIVE_MS = 5000

/** A connection to PostgreSQL that can tell how long it has waited without receiving anything. */
export class WatchedClient extends NamedStatementClient {
  /** The PostgreSQL process that serves this connection; undefined until it is known. */
  backend: number | 'changing' | undefined
  /** Statements without a response yet. Connecting counts as the first. */
  #pending = 1
  #bytesRead = 0
  #silentTicks = 0

  constructor(config?: ClientConfig) {
    super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS })
    this.once('connect', () => this.#settled())
    // A broken connection fails its statements. Without a listener it would also end the process.
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares six overloads, and all go the same way
  override query(...statement: [any, any?, any?]): any {
    const result = super.query(...statement)
    if (result instanceof Promise) void this.#expect(result)
    return result
  }

  /** Waits for a sign of life. */
  ping(): Promise<void> {
    return this.#expect(pingPostgres(this))
  }

  get bytesRead(): number {
    return (this.connection.stream as { bytesRead?: number }).bytesRead ?? 0
  }

  /** Queries the process that serves it: behind a pooler it is not the one in the protocol's handshake. */
  async findBackend(): Promise<void> {
    const { rows } = await this.query('select pg_backend_pid() as backend')
    this.backend = this.hasSession ? rows[0].backend : 'changing'
  }

  /**
   * Called at regular intervals. Returns for how many of them it has waited without receiving a byte. Counting calls
   * instead of milliseconds keeps a process that stalled itself from blaming PostgreSQL.
   */
  tick(): number {
    const { bytesRead } = this
    if (this.#pending === 0 || bytesRead !== this.#bytesRead) this.#silentTicks = 0
    else this.#silentTicks += 1
    this.#bytesRead = bytesRead
    return this.#silentTicks
  }

  /** Closes at once without notifying PostgreSQL, which may be gone. Pending statements fail. */
  destroy(): void {
    this.connection.stream.destroy()
  }

  #expect<T>(response: Promise<T>): Promise<T> {
    this.#pending += 1
    this.#silentTicks = 0
    const settled = () => this.#settled()
    response.then(settled, settled)
    return response
  }

  #settled(): void {
    this.#pending -= 1
    this.#silentTicks = 0
  }
}
