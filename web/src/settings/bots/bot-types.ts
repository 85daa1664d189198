import type { ChatState } from '../../chat/state/chat-state.ts'
import { t } from '../../texts/texts.ts'

const GENERIC_BOT = 1
export const INCOMING_BOT = 2
export const OUTGOING_BOT = 3

const LIMITED = 2
const ADMINISTRATORS = 3

export function botTypeName(type: number): string {
  const names: Record<number, string> = {
    [GENERIC_BOT]: t.bots.types.generic,
    [INCOMING_BOT]: t.bots.types.incoming,
    [OUTGOING_BOT]: t.bots.types.outgoing,
  }
  return names[type] ?? t.bots.types.other
}

/** The types of bots that the user may add. */
export function allowedBotTypes({ me, realm }: Pick<ChatState, 'me' | 'realm'>): readonly number[] {
  if (me.isGuest) return []
  const all = [GENERIC_BOT, INCOMING_BOT, OUTGOING_BOT]
  if (me.isAdmin) return all
  if (realm.bot_creation_policy === ADMINISTRATORS) return []
  return realm.bot_creation_policy === LIMITED ? [INCOMING_BOT, OUTGOING_BOT] : all
}
