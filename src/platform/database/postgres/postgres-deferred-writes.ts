import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { AnyHandle } from '../any-handle.ts'
import { isConnectionLost } from '../batches/connection-lost.ts'
import type { DeferredWrites } from '../batches/deferred-writes.ts'
import { nameStatement } from '../statements/statement-names.ts'

/** Few sizes, so that each becomes a statement that PostgreSQL has already prepared. */
const ROWS_PER_STATEMENT = [64, 16, 4, 1]

/** PostgreSQL accepts 65,535 parameters in one statement. */
const MAX_PARAMETERS = 30_000

const oneRow = /^(insert into [^(]+\([^)]*\) values )(\([$\d, ]+\))$/

const texts = new Map<string, Map<number, string>>()

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

interface Run {
  text: string
  parameters: readonly unknown[]
}

/**
 * Inserts the same rows with fewer statements. Rows of one table keep their order; the order between tables is not
 * defined.
 */
function combineInserts(runs: readonly Run[]): Run[] {
  const groups = new Map<string, Run[]>()
  for (const run of runs) {
    const group = groups.get(run.text)
    if (group) group.push(run)
    else groups.set(run.text, [run])
  }
  return [...groups.values()].flatMap(combine)
}

function combine(runs: readonly Run[]): readonly Run[] {
  const [{ text, parameters }] = runs as [Run]
  if (runs.length === 1 || !oneRow.test(text)) return runs
  const combined: Run[] = []
  for (let start = 0; start < runs.length; ) {
    const rows = ROWS_PER_STATEMENT.find(
      (size) => size <= runs.length - start && size * parameters.length <= MAX_PARAMETERS,
    )!
    const some = runs.slice(start, start + rows)
    combined.push({
      text: severalRows(text, rows, parameters.length),
      parameters: some.flatMap((run) => run.parameters),
    })
    start += rows
  }
  return combined
}

/** Turns the text of a one-row insert into one for several rows. */
function severalRows(text: string, rows: number, width: number): string {
  const sizes = texts.get(text) ?? new Map<number, string>()
  texts.set(text, sizes)
  let made = sizes.get(rows)
  if (made === undefined) {
    const [, head, row] = oneRow.exec(text)!
    const shifted = Array.from({ length: rows }, (_, index) =>
      row!.replace(/\d+/g, (number) => String(Number(number) + index * width)),
    )
    made = head + shifted.join(', ')
    nameStatement(made)
    sizes.set(rows, made)
  }
  return made
}
