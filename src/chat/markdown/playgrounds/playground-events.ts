import { type Static, Type } from '@sinclair/typebox'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { PlaygroundsTable } from './playgrounds-table.ts'

export const PlaygroundSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    pygments_language: Type.String(),
    url_template: Type.String({ description: 'With {code} for the code.' }),
  },
  { additionalProperties: false },
)

export const viewPlayground = ({
  id,
  name,
  pygments_language,
  url_template,
}: PlaygroundsTable): Static<typeof PlaygroundSchema> => ({ id, name, pygments_language, url_template })

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_playgrounds: { realm_playgrounds: readonly ReturnType<typeof viewPlayground>[] }
  }
}

/** Sends the whole list. */
export const playgroundsChanged = (rows: readonly PlaygroundsTable[]): NewChatEvent<'realm_playgrounds'> => ({
  type: 'realm_playgrounds',
  audience: { role: 'everyone' },
  payload: { realm_playgrounds: rows.map(viewPlayground) },
})
