import type { ChatInput } from '../../api/chat-api.ts'
import { type Role, roleNumbers } from '../people/roles.tsx'

/** The role, streams and validity of an invitation. */
export interface InviteTerms {
  role: Role
  streamIds: readonly number[]
  includeDefaults: boolean
  notify: boolean
  /** null: for ever */
  minutes: number | null
}

export const usualTerms: InviteTerms = {
  role: 'member',
  streamIds: [],
  includeDefaults: true,
  notify: true,
  minutes: 14_400,
}

/** In the words of the API. */
export function writeTerms(terms: InviteTerms): ChatInput<'POST /invites/multiuse'> {
  return {
    invite_as: roleNumbers[terms.role],
    stream_ids: [...terms.streamIds],
    include_realm_default_subscriptions: terms.includeDefaults,
    notify_referrer_on_join: terms.notify,
    invite_expires_in_minutes: terms.minutes,
  }
}
