import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { connectInThread, toSqliteQuery } from './connect-in-thread.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import type { Begun } from './run-batch.ts'
import { noStreaming, resultOf } from './sqlite-dialect.ts'
import { type DeferredRuns, revive, type SqliteResponse } from './sqlite-requests.ts'
import { sendToSqliteThread, threadOfWriter, waitForSqliteThread } from './sqlite-threads.ts'

/** Send this many deferred writes ahead, so that the thread can begin while the batch continues. */
const SENT_AHEAD = 64

export interface SqliteWriter {
  readonly connection: DatabaseConnection
  begin(): Promise<Begun>
  /** Defers the writes of one attempt of a batch. */
  defer(): Promise<DeferredWrites>
  close(): Promise<void>
}

let opened = 0

/** A connection whose statements run in the writer thread. The file must exist. */
export function openSqliteWriter(path: string, pragmas: readonly string[]): SqliteWriter {
  opened += 1
  const writer = opened
  const number = threadOfWriter(writer)
  let deferred = new Deferred(writer)
  const thread = connectInThread(number, writer, path, pragmas)
  let version: number | undefined

  return {
    connection: {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        await thread.opened()
        const request = { connection: writer, deferred: deferred.take(), query: toSqliteQuery(query) }
        // A commit waits for the disk.
        const response =
          query.sql === 'commit'
            ? await sendToSqliteThread(number, request)
            : waitForSqliteThread(number, request)
        deferred.check(response)
        if (response.error) throw revive(response.error)
        return resultOf(response)
      },
      streamQuery: noStreaming,
    },
    async begin() {
      await thread.opened()
      // Another process may be writing. The thread itself must not wait: it also serves other writers.
      const { rows } = await retryWhileBusy(() => thread.request({ begin: writer }))
      const before = version
      version = (rows[0] as { data_version: number }).data_version
      return { isAlone: version === before }
    },
    async defer() {
      deferred = new Deferred(writer)
      return deferred
    },
    close: thread.close,
  }
}

class Deferred implements DeferredWrites {
  count = 0
  failed = false
  readonly #writer: number
  #runs: DeferredRuns = nothing()
  #ended = false

  constructor(writer: number) {
    this.#writer = writer
  }

  push(text: string, parameters: readonly unknown[]): void {
    if (this.#ended) throw new Error('A write was deferred after its batch had ended.')
    const { texts, widths, order, values } = this.#runs
    let index = texts.indexOf(text)
    if (index < 0) {
      index = texts.push(text) - 1
      widths.push(parameters.length)
    }
    order.push(index)
    for (const parameter of parameters) values.push(parameter)
    this.count += 1
    if (order.length === SENT_AHEAD) {
      const request = { connection: this.#writer, deferred: this.take() }
      void sendToSqliteThread(threadOfWriter(this.#writer), request).then((response) => this.check(response))
    }
  }

  take(): DeferredRuns | undefined {
    if (this.#runs.order.length === 0) return undefined
    const runs = this.#runs
    this.#runs = nothing()
    return runs
  }

  check(response: SqliteResponse): void {
    if (response.ofDeferred) this.failed = true
  }

  end(): void {
    this.#ended = true
  }

  drop(): void {
    this.#ended = true
    this.#runs = nothing()
  }
}

const nothing = (): DeferredRuns => ({ texts: [], widths: [], order: [], values: [] })
