import type { ContentPlace } from '../../../platform/contents/contents.ts'

/** Content is stored under the token, independent of the file's name. */
export const placeOfUpload = (realmId: number, token: string): ContentPlace => ({
  kind: 'uploads',
  tenant: String(realmId),
  name: token,
})
