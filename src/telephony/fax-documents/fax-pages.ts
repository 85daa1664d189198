import type { ContentPlace } from '../../platform/files/content-folder.ts'
import type { Company } from '../company/company.ts'

/** Where a fax lies as a fax machine sees it: a TIFF of black and white pages. */
export const placeOfPages = (dataDir: string, company: Company, faxId: string): ContentPlace => ({
  dataDir,
  kind: 'faxes',
  tenant: company.public_id,
  name: `${faxId}.tiff`,
})
