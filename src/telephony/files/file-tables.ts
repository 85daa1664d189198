import { table } from '../telephony-tables.ts'

declare module '../telephony-tables.ts' {
  interface TelephonyTables {
    files: FilesTable
    file_previews: FilePreviewsTable
  }
}

export interface FilesTable {
  company_id: number
  id: string
  /** counts up in each company */
  internal_id: number
  /** the uploader; null: the server, for a received fax */
  user_id: string | null
  name: string
  description: string
  /** the name of the stored bytes; null: not uploaded yet */
  content: string | null
  /** detected from the bytes */
  mimetype: string
  size: number
  uploaded_name: string
  uploaded_at: number | null
  /** in bytes of base64; 0: there is none */
  preview_size: number
  created_at: number
}

export interface FilePreviewsTable {
  company_id: number
  file_id: string
  filename: string
  mimetype: string
  base64: string
}

export const filesTable = table('files', ['company_id', 'id'])
export const filePreviewsTable = table('file_previews', ['company_id', 'file_id'])
