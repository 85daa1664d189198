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

/** Tells every process to read the organization anew; clients see changed settings in events of their own. */
export function realmChanged(realmId: number): NewChatEvent<'realm_changed'> {
  return { type: 'realm_changed', audience: { users: [] }, payload: { realm_id: realmId } }
}

export function realmPropertyChanged(property: string, value: unknown): NewChatEvent<'realm'> {
  return { type: 'realm', audience: everyone, payload: { op: 'update', property, value } }
}

/** Settings that belong together are told together. */
export function realmPropertiesChanged(
  property: 'default' | 'icon',
  data: Record<string, unknown>,
): NewChatEvent<'realm'> {
  return { type: 'realm', audience: everyone, payload: { op: 'update_dict', property, data } }
}
