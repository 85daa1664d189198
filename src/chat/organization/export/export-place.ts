import type { ContentPlace } from '../../../platform/contents/contents.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

export const placeOfExport = ({ realm_id: realmId, file }: RealmExportsTable): ContentPlace => ({
  kind: 'exports',
  tenant: String(realmId),
  name: file,
})
