import { CompiledQuery, type DatabaseConnection, type Kysely } from 'kysely'
import { isConnectionLost } from './connection-lost.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import { combineInserts, type Run } from './multi-row-insert.ts'

const byConnection = new WeakMap<DatabaseConnection, PostgresDeferredWrites>()

/** For one attempt of a batch on this connection: rows of a table are sent together. */
// biome-ignore lint/suspicious/noExplicitAny: handles of all products
export async function deferOnPostgres(db: Kysely<any>): Promise<DeferredWrites> {
  const connection = await db.getExecutor().provideConnection(async (own) => own)
  const writes = new PostgresDeferredWrites()
  byConnection.set(connection, writes)
  return writes
}

/**
 * To be called for every new connection. What is deferred goes before what is asked next, in the same round trip: the
 * connection must be pipelined.
 */
export async function sendDeferredFirst(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async <Row>(query: CompiledQuery) => {
    const writes = byConnection.get(connection)
    const runs = writes?.take() ?? []
    if (!writes || runs.length === 0) return execute<Row>(query)
    const sent = runs.map(({ text, parameters }) => execute(CompiledQuery.raw(text, [...parameters])))
    const asked = execute<Row>(query)
    // If a write was refused, so is everything after it, and a commit undoes the batch: the first one says why.
    const [written, answer] = await Promise.all([firstFailure(sent), settled(asked)])
    if (written) {
      // A connection that was lost says nothing about the writes: they may have been stored, together with a commit.
      writes.failed = !isConnectionLost(written.reason)
      throw written.reason
    }
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }
}

const settled = async <T>(work: Promise<T>) => (await Promise.allSettled([work]))[0]

const firstFailure = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).find((one) => one.status === 'rejected')

class PostgresDeferredWrites implements DeferredWrites {
  count = 0
  failed = false
  #runs: Run[] = []
  readonly #keys = new Set<string>()
  #ended = false

  push(text: string, parameters: readonly unknown[], onceFor?: string): void {
    if (this.#ended) throw new Error('A write came after the end of its batch.')
    this.count += 1
    if (onceFor !== undefined) {
      const key = `${onceFor} ${text}`
      if (this.#keys.has(key)) return
      this.#keys.add(key)
    }
    this.#runs.push({ text, parameters })
  }

  take(): Run[] {
    if (this.#runs.length === 0) return this.#runs
    const runs = combineInserts(this.#runs)
    this.#runs = []
    this.#keys.clear()
    return runs
  }

  end(): void {
    this.#ended = true
  }

  drop(): void {
    this.#ended = true
    this.#runs = []
  }
}
