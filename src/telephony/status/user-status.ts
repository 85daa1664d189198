import type { Contact } from '../identity/contact.ts'
import type { UserStatusesTable } from './user-status-tables.ts'

export const mainStatuses = ['available', 'away', 'do_not_disturb'] as const
export const additionalStatuses = ['in_a_meeting', 'on_a_call', 'lunch', 'holiday', 'afk'] as const

export type MainStatus = (typeof mainStatuses)[number]
export type AdditionalStatus = (typeof additionalStatuses)[number]
export type ActionType = 'manual' | 'automatic'

export interface UserStatus extends UserStatusesTable {
  main_status: MainStatus
  manual_status: AdditionalStatus | ''
  automatic_status: AdditionalStatus | ''
}

/** A status, and whether the user or a program has set it. */
export interface Shown<Status extends string, Type extends string = ActionType> {
  status: Status
  action_type: Type
}

export const userStatusOf = (row: UserStatusesTable) => row as UserStatus

/** The status of users who have never set one. Nobody is available who has never signed in. */
export const defaultUserStatus = ({ company_id, id, created_at, last_enter }: Contact): UserStatus => ({
  company_id,
  user_id: id,
  main_status: last_enter === null ? 'away' : 'available',
  manual_status: '',
  automatic_status: '',
  on_call: 0,
  status_text: '',
  emoji: '',
  clear_at: null,
  created_at,
  updated_at: created_at,
})

/** What the user chose, as it is when it has been cleared. */
export const clearedStatus = (contact: Contact) => {
  const { main_status, manual_status, status_text, emoji, clear_at } = defaultUserStatus(contact)
  return { main_status, manual_status, status_text, emoji, clear_at }
}

/** A call that a phone or a program reports comes first, then the user's own choice, then other programs. */
export function additionalStatus(status: UserStatus): Shown<AdditionalStatus | '', ActionType | ''> {
  const { manual_status: manual, automatic_status: automatic } = status
  if (status.on_call || automatic === 'on_a_call') return { status: 'on_a_call', action_type: 'automatic' }
  if (manual !== '') return { status: manual, action_type: 'manual' }
  return { status: automatic, action_type: automatic === '' ? '' : 'automatic' }
}

/** What others see. `do_not_disturb` takes precedence over everything. The text of the user comes with any of them. */
export function effectiveStatus(
  status: UserStatus,
): Shown<MainStatus | AdditionalStatus> & { text?: string; emoji?: string } {
  const words = wordsOf(status)
  const main = { status: status.main_status, action_type: 'manual' as const, ...words }
  if (main.status === 'do_not_disturb') return main
  const { status: additional, action_type: type } = additionalStatus(status)
  return additional === '' || type === '' ? main : { status: additional, action_type: type, ...words }
}

/** What the user has written, as far as there is any. */
export const wordsOf = ({ status_text: text, emoji }: UserStatus) => ({
  ...(text !== '' && { text }),
  ...(emoji !== '' && { emoji }),
})
