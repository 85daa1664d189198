import type { Company } from '../company/company.ts'
import type { ContentPlace } from '../file-contents/content-folder.ts'

/** Where a fax lies as a fax machine sees it: a TIFF of black and white pages. */
export const placeOfPages = (dataDir: string, company: Company, faxId: string): ContentPlace => ({
  dataDir,
  kind: 'faxes',
  company: company.public_id,
  name: `${faxId}.tiff`,
})
