import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { AnyHandle } from './any-handle.ts'
import { isConnectionLost } from './connection-lost.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import { combineInserts, type Run } from './multi-row-insert.ts'

const byConnection = new WeakMap<DatabaseConnection, PostgresDeferredWrites>()

/** For one attempt of a batch on this connection: rows of the same table are sent together. */
export async function deferOnPostgres(db: AnyHandle): Promise<DeferredWrites> {
  const connection = await db.getExecutor().provideConnection(async (own) => own)
  const writes = new PostgresDeferredWrites()
  byConnection.set(connection, writes)
  return writes
}

/**
 * Call this for every new connection. Deferred writes are sent before the next statement, in the same round trip: the
 * connection must be pipelined.
 */
export async function sendDeferredFirst(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async <Row>(query: CompiledQuery) => {
    const writes = byConnection.get(connection)
    const runs = writes?.take() ?? []
    if (!writes || runs.length === 0) return execute<Row>(query)
    const sent = runs.map(({ text, parameters }) => execute(CompiledQuery.raw(text, [...parameters])))
    const queried = execute<Row>(query)
    // If a write fails, everything after it fails too, and the commit rolls the batch back: report the first failure.
    const [written, result] = await Promise.all([firstFailure(sent), settled(queried)])
    if (written) {
      // A lost connection says nothing about the writes: they may have been stored, together with a commit.
      writes.failed = !isConnectionLost(written.reason)
      throw written.reason
    }
    if (result.status === 'rejected') throw result.reason
    return result.value
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
    if (this.#ended) throw new Error('A write was deferred after its batch had ended.')
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
