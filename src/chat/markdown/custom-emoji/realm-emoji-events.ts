import type { NewChatEvent } from '../../chat-event-map.ts'
import type { RealmEmojiRow } from './realm-emoji-store.ts'
import { viewRealmEmoji } from './realm-emoji-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_emoji: { op: 'update'; realm_emoji: ReturnType<typeof viewRealmEmoji> }
  }
}

/** Sends the whole list to everyone. */
export function realmEmojiChanged(rows: readonly RealmEmojiRow[]): NewChatEvent<'realm_emoji'> {
  return {
    type: 'realm_emoji',
    audience: { role: 'everyone' },
    payload: { op: 'update', realm_emoji: viewRealmEmoji(rows) },
  }
}
