import { badRequest } from '../../chat-error.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findMessagePage, type MessagePage, type WantedPage } from '../find-message-page.ts'
import type { History } from '../history.ts'
import { type ChangedFlags, changeFlagsOfFound, type FlagChange } from './change-flags.ts'

/** Per request. The client continues where the response ends. */
const MESSAGES_AT_ONCE = 5000

export interface ChangedInNarrow extends ChangedFlags {
  page: MessagePage
}

/** The same for messages whose ids the client does not know. */
export async function changeFlagsInNarrow(
  chat: History,
  actor: Actor,
  change: FlagChange,
  wanted: WantedPage,
): Promise<ChangedInNarrow> {
  if (wanted.includeAnchor === false && wanted.numBefore > 0 && wanted.numAfter > 0) {
    throw badRequest('The anchor can only be excluded at an end of the range')
  }
  const room = Math.max(MESSAGES_AT_ONCE - wanted.numAfter, MESSAGES_AT_ONCE / 2)
  const numBefore = Math.min(wanted.numBefore, room)
  const numAfter = Math.min(wanted.numAfter, MESSAGES_AT_ONCE - numBefore)
  const page = await findMessagePage(chat, actor, { ...wanted, numBefore, numAfter })
  return { page, ...(await changeFlagsOfFound(chat, actor, change, page.ids)) }
}
