import type { Role } from './users-table.ts'

/** As this API family numbers roles. Its owners are administrators here, and its moderators members. */
const rolesByNumber: ReadonlyMap<number, Role> = new Map<number, Role>([
  [100, 'administrator'],
  [200, 'administrator'],
  [300, 'member'],
  [400, 'member'],
  [600, 'guest'],
])

const numbersByRole: Record<Role, number> = { administrator: 200, member: 400, guest: 600 }

export const roleNumber = (role: Role): number => numbersByRole[role]

/** undefined: no role has this number. */
export const roleOfNumber = (number: number): Role | undefined => rolesByNumber.get(number)

/** Whichever of the two may do less. */
export const lowerRole = (one: Role, other: Role): Role =>
  numbersByRole[one] > numbersByRole[other] ? one : other

/** A role as clients of all ages read it. */
export const viewRole = (role: Role) => ({
  role: roleNumber(role),
  is_admin: role === 'administrator',
  is_guest: role === 'guest',
})
