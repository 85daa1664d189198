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
  /** who made it; null: the server, for a fax that came in */
  user_id: string | null
  name: string
  description: string
  /** the name of its bytes in the folder of the company; null: not uploaded yet */
  content: string | null
  /** what the bytes are, by themselves */
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
