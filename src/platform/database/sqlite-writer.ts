import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { askSqliteThread, askSqliteThreadNow, threadOfWriter } from './ask-sqlite-thread.ts'
import { connectInThread, wantedOf } from './connect-in-thread.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import type { Begun } from './run-batch.ts'
import { noStreaming, resultOf } from './sqlite-dialect.ts'
import { type DeferredRuns, revive, type SqliteAnswer } from './sqlite-requests.ts'
import { whenFree } from './when-free.ts'

/** So many deferred writes are sent ahead, for the thread to begin while the batch goes on. */
const SENT_AHEAD = 64

export interface SqliteWriter {
  readonly connection: DatabaseConnection
  begin(): Promise<Begun>
  /** For one attempt of a batch. */
  defer(): Promise<DeferredWrites>
  close(): Promise<void>
}

let opened = 0

/** A connection whose statements run in the thread that writes. The file must be there. */
export function openSqliteWriter(path: string, pragmas: readonly string[]): SqliteWriter {
  opened += 1
  const writer = opened
  const thread = threadOfWriter(writer)
  let deferred = new Deferred(writer)
  const there = connectInThread(thread, writer, path, pragmas)
  let version: number | undefined

  return {
    connection: {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        await there.opened()
        const request = { connection: writer, deferred: deferred.take(), query: wantedOf(query) }
        // A commit waits for the disk.
        const answer =
          query.sql === 'commit'
            ? await askSqliteThread(thread, request)
            : askSqliteThreadNow(thread, request)
        deferred.check(answer)
        if (answer.error) throw revive(answer.error)
        return resultOf(answer)
      },
      streamQuery: noStreaming,
    },
    async begin() {
      await there.opened()
      // Another process may be writing. The thread itself must not wait: it also has to do what other writers ask for.
      const { rows } = await whenFree(() => there.ask({ begin: writer }))
      const before = version
      version = (rows[0] as { data_version: number }).data_version
      return { isAlone: version === before }
    },
    async defer() {
      deferred = new Deferred(writer)
      return deferred
    },
    close: there.close,
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
    if (this.#ended) throw new Error('A write came after the end of its batch.')
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
      void askSqliteThread(threadOfWriter(this.#writer), request).then((answer) => this.check(answer))
    }
  }

  take(): DeferredRuns | undefined {
    if (this.#runs.order.length === 0) return undefined
    const runs = this.#runs
    this.#runs = nothing()
    return runs
  }

  check(answer: SqliteAnswer): void {
    if (answer.ofDeferred) this.failed = true
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
