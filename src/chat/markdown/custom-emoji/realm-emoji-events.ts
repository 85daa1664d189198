import { type Static, Type } from '@sinclair/typebox'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { RealmEmojiRow } from './realm-emoji-store.ts'

const exact = { additionalProperties: false }

export const RealmEmojiSchema = Type.Record(
  Type.String(),
  Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      source_url: Type.String(),
      still_url: Type.Union([Type.String(), Type.Null()], {
        description: 'The first frame of an animated emoji; null: it is not animated.',
      }),
      deactivated: Type.Boolean(),
      author_id: Type.Integer(),
      author: Type.Object({ id: Type.Integer(), email: Type.String(), full_name: Type.String() }, exact),
    },
    exact,
  ),
)

/** By id. */
export function viewRealmEmoji(rows: readonly RealmEmojiRow[]): Static<typeof RealmEmojiSchema> {
  return Object.fromEntries(
    rows.map((row) => [
      String(row.id),
      {
        id: String(row.id),
        name: row.name,
        source_url: row.source_url,
        still_url: row.still_url,
        deactivated: row.deactivated === 1,
        author_id: row.author_id,
        author: { id: row.author_id, email: row.author_email, full_name: row.author_name },
      },
    ]),
  )
}

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
