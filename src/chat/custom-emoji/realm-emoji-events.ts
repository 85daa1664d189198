import type { RealmEmojiRow } from './realm-emoji-store.ts'
import { viewRealmEmoji } from './realm-emoji-view.ts'

/** All of them, to everybody. */
export function realmEmojiChanged(rows: readonly RealmEmojiRow[]) {
  return {
    type: 'realm_emoji',
    audience: { role: 'everyone' as const },
    payload: { op: 'update', realm_emoji: viewRealmEmoji(rows) },
  }
}
