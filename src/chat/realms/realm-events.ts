import type { Audience } from '../audience.ts'

const everyone: Audience = { role: 'everyone' }

/** Tells every process to read the organization anew; clients see changed settings in events of their own. */
export function realmChanged(realmId: number) {
  return { type: 'realm_changed', audience: { users: [] }, payload: { realm_id: realmId } }
}

export function realmPropertyChanged(property: string, value: unknown) {
  return { type: 'realm', audience: everyone, payload: { op: 'update', property, value } }
}

/** Settings that belong together are told together. */
export function realmPropertiesChanged(property: 'default' | 'icon', data: Record<string, unknown>) {
  return { type: 'realm', audience: everyone, payload: { op: 'update_dict', property, data } }
}
