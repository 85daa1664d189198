import type { ContentPlace } from '../../../platform/contents/contents.ts'
import type { Company } from '../../identity/company.ts'

/** Where a fax lies as a fax machine sees it: a TIFF of black and white pages. */
export const placeOfPages = (company: Company, faxId: string): ContentPlace => ({
  kind: 'faxes',
  tenant: company.public_id,
  name: `${faxId}.tiff`,
})
