import type { CallPartiesTable } from './calls-table.ts'

/** Whether a user took part in a call. A user whose phone only rang did not. */
export const hasTalked = (parties: readonly CallPartiesTable[], userId: string): boolean =>
  parties.some(
    ({ role, outcome, user_id }) => user_id === userId && (role === 'caller' || outcome === 'answered'),
  )
