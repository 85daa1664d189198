import type { Row } from './build-rows.ts'

export type RowsChange = 'prepended' | 'appended' | 'other'

/** Where rows were added: at the start, at the end, or elsewhere (or at both). Changed rows count as appended. */
export function changeOf(before: readonly Row[], rows: readonly Row[]): RowsChange {
  const [first, last] = [before[0], before.at(-1)]
  if (!first || !last) return 'appended'
  const added = rows.length - before.length
  if (added >= 0 && rows[0]?.id === first.id && rows[before.length - 1]?.id === last.id) return 'appended'
  if (added > 0 && rows[added]?.id === first.id && rows.at(-1)?.id === last.id) return 'prepended'
  return 'other'
}
