import type { ContentPlace } from '../../platform/files/content-folder.ts'
import type { Chat } from '../chat.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

export const placeOfExport = (
  { config }: Chat,
  { realm_id: realmId, file }: RealmExportsTable,
): ContentPlace => ({ dataDir: config.dataDir, kind: 'exports', tenant: String(realmId), name: file })
