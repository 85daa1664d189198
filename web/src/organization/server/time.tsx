import { o } from '../../texts/organization-texts.ts'
import { DateTime } from '../../ui/date-time.tsx'

/** Epoch seconds; null: never. */
export function Time({ at, none = o.server.never }: { at: number | null; none?: string }) {
  return at === null ? none : <DateTime at={new Date(at * 1000).toISOString()} />
}
