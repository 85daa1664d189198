import type { ContentPlace } from '../../../platform/contents/contents.ts'
import type { Company } from '../../identity/company.ts'

/** Where the sound of a message is stored: a WAV file. */
export const placeOfRecording = (company: Company, id: string): ContentPlace => ({
  kind: 'voicemail',
  tenant: company.public_id,
  name: id,
})
