import type { Person } from '../../chat/state/chat-state.ts'

export type Role = 'administrator' | 'member' | 'guest'

/** As the API numbers them. */
export const roleNumbers = { administrator: 200, member: 400, guest: 600 } as const

export const roles = Object.keys(roleNumbers) as Role[]

export function roleOf({ is_admin, is_guest }: Pick<Person, 'is_admin' | 'is_guest'>): Role {
  if (is_admin) return 'administrator'
  return is_guest ? 'guest' : 'member'
}

export const roleOfNumber = (number: number): Role =>
  roles.find((role) => roleNumbers[role] === number) ?? 'member'
