import { nameStatement } from './statement-names.ts'

export interface Run {
  text: string
  parameters: readonly unknown[]
}

/** Few sizes, so that each becomes a statement that PostgreSQL has already prepared. */
const ROWS_PER_STATEMENT = [64, 16, 4, 1]
/** PostgreSQL accepts 65,535 parameters in one statement. */
const MAX_PARAMETERS = 30_000

const oneRow = /^(insert into [^(]+\([^)]*\) values )(\([$\d, ]+\))$/

/**
 * Inserts the same rows with fewer statements. Rows of one table keep their order; the order between tables is not
 * defined.
 */
export function combineInserts(runs: readonly Run[]): Run[] {
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

const texts = new Map<string, Map<number, string>>()

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
