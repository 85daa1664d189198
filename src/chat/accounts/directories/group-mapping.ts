import { Type } from '@sinclair/typebox'
import type { Role } from '../../identity/users/users-table.ts'

export const MAX_GROUP_NAME = 1000

export interface GroupMapping {
  administrators_group: string
  guests_group: string
}

/** What the groups of a directory or an identity provider decide here. */
export const groupMappingFields = {
  administrators_group: Type.String({
    maxLength: MAX_GROUP_NAME,
    description: 'The name of the group of administrators; empty: roles stay as they are.',
  }),
  guests_group: Type.String({
    maxLength: MAX_GROUP_NAME,
    description: 'The name of the group of guests; empty: there is none.',
  }),
}

/** The role of a person who is in these groups. undefined: the groups do not decide roles. */
export function roleOfGroups(
  { administrators_group: administrators, guests_group: guests }: GroupMapping,
  groups: readonly string[],
): Role | undefined {
  if (administrators === '' && guests === '') return undefined
  const names = new Set(groups.map((name) => name.toLowerCase()))
  const isIn = (name: string) => name !== '' && names.has(name.toLowerCase())
  if (isIn(administrators)) return 'administrator'
  if (isIn(guests)) return 'guest'
  // Without a group of administrators, only guests are decided.
  return administrators === '' ? undefined : 'member'
}
