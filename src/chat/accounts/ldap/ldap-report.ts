/** The most names that a report lists of each kind. */
const MAX_NAMES = 50
/** Fewer are never too many. */
const NEVER_TOO_MANY = 5

/** What a sync has done, or would do. */
export interface LdapReport {
  /** epoch seconds */
  at: number
  is_dry_run: boolean
  /** how many people are in the directory */
  people: number
  created: Names
  changed: Names
  closed: Names
  /** who stays as they are, and why */
  refused: Names
  /** user groups that were created, changed or removed */
  groups: Names
  /** why nobody was closed, or nothing was done */
  problem: string | null
  /** how many people are missing there but keep their accounts, because the directory may be incomplete */
  held_back?: number
}

interface Names {
  count: number
  /** the first of them */
  names: string[]
}

const noNames = (): Names => ({ count: 0, names: [] })

export const newReport = (at: number, isDryRun: boolean): LdapReport => ({
  at,
  is_dry_run: isDryRun,
  people: 0,
  created: noNames(),
  changed: noNames(),
  closed: noNames(),
  refused: noNames(),
  groups: noNames(),
  problem: null,
})

export function name(list: Names, one: string): void {
  list.count += 1
  if (list.names.length < MAX_NAMES) list.names.push(one)
}

/** A directory that lacks more of those that it had may be half there. */
export const limitOfMissing = (linked: number): number => Math.max(NEVER_TOO_MANY, Math.floor(linked / 5))
