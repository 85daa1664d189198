import type { Row } from './build-rows.ts'

/** What happened to the rows: at the front, at the end, or elsewhere (also at both). */
export function changeOf(before: readonly Row[], rows: readonly Row[]): 'prepended' | 'appended' | 'other' {
  const [first, last] = [before[0], before.at(-1)]
  if (!first || !last) return 'appended'
  const added = rows.length - before.length
  if (added >= 0 && rows[0]?.id === first.id && rows[before.length - 1]?.id === last.id) return 'appended'
  if (added > 0 && rows[added]?.id === first.id && rows.at(-1)?.id === last.id) return 'prepended'
  return 'other'
}
