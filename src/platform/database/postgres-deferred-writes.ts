import { CompiledQuery, type DatabaseConnection, type Kysely } from 'kysely'
import type { DeferredWrites } from './deferred-writes.ts'
import { combineInserts, type Run } from './multi-row-insert.ts'

const byConnection = new WeakMap<DatabaseConnection, PostgresDeferredWrites>()

/** For one attempt of a batch on this connection: rows of a table are sent together, in one round trip. */
// biome-ignore lint/suspicious/noExplicitAny: handles of all products
export async function deferOnPostgres(db: Kysely<any>): Promise<DeferredWrites> {
  const connection = await db.getExecutor().provideConnection(async (own) => own)
  const writes = new PostgresDeferredWrites(connection)
  byConnection.set(connection, writes)
  return writes
}

/** To be called for every new connection: what is deferred goes before what is asked next. */
export async function sendDeferredFirst(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query) => {
    await byConnection.get(connection)?.send(execute)
    return execute(query)
  }
}

class PostgresDeferredWrites implements DeferredWrites {
  count = 0
  failed = false
  readonly #connection: DatabaseConnection
  #runs: Run[] = []
  #ended = false

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  push(text: string, parameters: readonly unknown[]): void {
    if (this.#ended) throw new Error('A write came after the end of its batch.')
    this.#runs.push({ text, parameters })
    this.count += 1
  }

  async send(execute: DatabaseConnection['executeQuery']): Promise<void> {
    if (this.#runs.length === 0) return
    const runs = combineInserts(this.#runs)
    this.#runs = []
    try {
      for (const { text, parameters } of runs) await execute(CompiledQuery.raw(text, [...parameters]))
    } catch (error) {
      this.failed = true
      throw error
    }
  }

  end(): void {
    this.#ended = true
  }

  drop(): void {
    this.#ended = true
    this.#runs = []
    byConnection.delete(this.#connection)
  }
}
