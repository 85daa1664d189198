import type { Realm } from '../realms/realm.ts'
import { viewExport } from './realm-export-view.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

/** The whole list anew, for administrators. */
export function exportsChanged(publicUrl: string, realm: Realm, rows: readonly RealmExportsTable[]) {
  return {
    type: 'realm_export',
    audience: { role: 'administrators' as const },
    payload: { exports: rows.map((row) => viewExport(publicUrl, realm, row)) },
  }
}
