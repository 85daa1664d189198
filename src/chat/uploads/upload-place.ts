import { type ContentPlace, removeContent } from '../../platform/files/content-folder.ts'

/** One folder per organization; the name is the file's token, whatever the file is called. */
export const placeOfUpload = (dataDir: string, realmId: number, token: string): ContentPlace => ({
  dataDir,
  kind: 'uploads',
  tenant: String(realmId),
  name: token,
})

export const removeUploadedBytes = (dataDir: string, realmId: number, token: string) =>
  removeContent(placeOfUpload(dataDir, realmId, token))
