import type { Narrow } from '../narrows/narrow.ts'

/** Lists of messages from everywhere, which one goes through rather than reads. */
export function isGathered({ kind }: Narrow): boolean {
  return kind === 'search' || kind === 'starred' || kind === 'mentioned'
}
