import { type Fault, Problem } from '../../problem.ts'

/** One object to create, and where it is in the request. */
export interface ImportRow {
  /** counted from 0, as JSON pointers do */
  index: number
  value: unknown
  /** of a CSV file */
  source?: CsvSource
  faults: Fault[]
}

export interface CsvSource {
  line: number
  /** the name of the column by the pointer of the field that it fills */
  columns: ReadonlyMap<string, string>
}

/** Adds a fault of a field, in the terms of the request. */
export function addFault({ index, source, faults }: ImportRow, { pointer, detail }: Fault): void {
  const column = source?.columns.get(pointer)
  faults.push({
    pointer: `/${index}${column === undefined ? pointer : `/${column}`}`,
    detail: source ? `${detail} (line ${source.line})` : detail,
  })
}

/** Called before rows are checked in a transaction, which may be retried. */
export function clearFaults(rows: readonly ImportRow[]): void {
  for (const { faults } of rows) faults.length = 0
}

/** Turns the problem of a check into faults of the row, and returns undefined. */
export async function withFaults<T>(row: ImportRow, work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    for (const fault of error.errors ?? [{ pointer: '', detail: error.message }]) addFault(row, fault)
    return undefined
  }
}
