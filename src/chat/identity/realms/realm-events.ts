import type { Audience } from '../../audience.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_changed: { realm_id: number }
    realm:
      | { op: 'update'; property: string; value: unknown }
      | { op: 'update_dict'; property: 'default' | 'icon'; data: Readonly<Record<string, unknown>> }
  }
}

const everyone: Audience = { role: 'everyone' }

/** Invalidates the organization in every process. Clients get separate events for changed settings. */
export function realmChanged(realmId: number): NewChatEvent<'realm_changed'> {
  return { type: 'realm_changed', audience: { users: [] }, payload: { realm_id: realmId } }
}

export function realmPropertyChanged(property: string, value: unknown): NewChatEvent<'realm'> {
  return { type: 'realm', audience: everyone, payload: { op: 'update', property, value } }
}

/** Related settings are announced in one event. */
export function realmPropertiesChanged(
  property: 'default' | 'icon',
  data: Record<string, unknown>,
): NewChatEvent<'realm'> {
  return { type: 'realm', audience: everyone, payload: { op: 'update_dict', property, data } }
}
