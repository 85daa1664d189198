/** The kinds of stored bytes: folders in the data folder or, on PostgreSQL, values of a column. */
export const telephonyContentKinds = ['files', 'faxes', 'voicemail', 'prompts', 'recordings'] as const

const ofCompany = (folder: string, table: string, name: string, condition: string) => ({
  database: 'telephony.db',
  folder,
  sql:
    `select companies.public_id || '/' || ${table}.${name} as path from ${table} ` +
    `join companies on companies.id = ${table}.company_id where ${condition}`,
})

/** The files that rows of the phones name, for the check of a backup: SQLite only. */
export const filesNamedByTelephony = [
  ofCompany('files', 'files', 'content', 'content is not null'),
  ofCompany('voicemail', 'voicemail_messages', 'id', '1 = 1'),
  ofCompany('recordings', 'calls', 'id', 'recording_size is not null'),
]
