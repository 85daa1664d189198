import type { ContentPlace } from '../../../platform/contents/contents.ts'

/** The name is the file's token, whatever the file is called. */
export const placeOfUpload = (realmId: number, token: string): ContentPlace => ({
  kind: 'uploads',
  tenant: String(realmId),
  name: token,
})
