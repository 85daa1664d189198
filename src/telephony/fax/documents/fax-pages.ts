import type { ContentPlace } from '../../../platform/contents/contents.ts'
import type { Company } from '../../identity/company.ts'

/** Where the pages of a fax are stored: a black and white TIFF, as fax machines use it. */
export const placeOfPages = (company: Company, faxId: string): ContentPlace => ({
  kind: 'faxes',
  tenant: company.public_id,
  name: `${faxId}.tiff`,
})
