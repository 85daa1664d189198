export interface Run {
  text: string
  parameters: readonly unknown[]
}

/** PostgreSQL takes 65,535 parameters in one statement. */
const MOST_PARAMETERS = 30_000

const oneRow = /^(insert into [^(]+\([^)]*\) values )(\([$\d, ]+\))$/

/**
 * The same rows in fewer statements. Rows of one table keep their order among each other; those of another table may
 * come before or after them.
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
  const [first] = runs
  const shape = oneRow.exec(first!.text)
  if (!shape || runs.length === 1) return runs
  const width = first!.parameters.length
  const perStatement = Math.floor(MOST_PARAMETERS / width)
  const combined: Run[] = []
  for (let start = 0; start < runs.length; start += perStatement) {
    const some = runs.slice(start, start + perStatement)
    const rows = some.map((_, row) =>
      shape[2]!.replace(/\d+/g, (number) => String(Number(number) + row * width)),
    )
    combined.push({ text: shape[1] + rows.join(', '), parameters: some.flatMap((run) => run.parameters) })
  }
  return combined
}
