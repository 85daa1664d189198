import type { Subgroups } from './user-group-store.ts'

/** The groups themselves, their subgroups, and everything in those. */
export function withDescendants(subgroups: Subgroups, groupIds: readonly number[]): number[] {
  const found = new Set(groupIds)
  // Groups that are added while iterating are visited too.
  for (const id of found) for (const subgroup of subgroups.get(id) ?? []) found.add(subgroup)
  return [...found]
}

/** The groups that contain a group directly. */
export const supergroupsOf = (subgroups: Subgroups, groupId: number): number[] =>
  [...subgroups].filter(([, ids]) => ids.includes(groupId)).map(([id]) => id)
