import { table } from '../../chat-tables.ts'
import { defaultRealmSettings, type RealmSettings } from './realm-settings.ts'
import type { RealmsTable } from './realms-table.ts'

export interface Realm extends Omit<RealmsTable, 'settings'> {
  settings: RealmSettings
}

export function realmOf(row: RealmsTable): Realm {
  return { ...row, settings: { ...defaultRealmSettings, ...JSON.parse(row.settings) } }
}

export const realmsTable = table('realms', ['id'], { read: realmOf })
