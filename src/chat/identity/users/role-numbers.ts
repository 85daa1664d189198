import type { Role } from './users-table.ts'

/** Role numbers of this API family. Its owners map to administrators, its moderators to members. */
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

/** The one with fewer permissions. */
export const lowerRole = (one: Role, other: Role): Role =>
  numbersByRole[one] > numbersByRole[other] ? one : other

/** A role in the formats of old and new clients. */
export const viewRole = (role: Role) => ({
  role: roleNumber(role),
  is_admin: role === 'administrator',
  is_guest: role === 'guest',
})
