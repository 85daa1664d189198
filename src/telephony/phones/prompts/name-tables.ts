import type { TelephonyDb } from '../../telephony-platform.ts'
import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    unlisted_extensions: UnlistedExtensionsTable
    spoken_names: SpokenNamesTable
  }
}

/** Extensions whose users are not in the directory by name. */
export interface UnlistedExtensionsTable {
  company_id: number
  extension_id: string
  /** who is left out; the next user of the extension is not */
  user_id: string | null
}

/** The name of the user of an extension, as the speech program has spoken it. */
export interface SpokenNamesTable {
  company_id: number
  extension_id: string
  language: string
  /** as it was spoken */
  text: string
  prompt_id: string
}

export const unlistedExtensionsTable = table('unlisted_extensions', ['company_id', 'extension_id'])

export const spokenNamesTable = table('spoken_names', ['company_id', 'extension_id', 'language'])

/** Removes what belongs to an extension that is deleted. */
export async function forgetName(db: TelephonyDb, companyId: number, extensionId: string): Promise<void> {
  const match = { company_id: companyId, extension_id: extensionId }
  await unlistedExtensionsTable.removeWhere(db, match)
  await spokenNamesTable.removeWhere(db, match)
}

/** Whether a company (by its public id) plays this prompt as a name. */
export async function isPromptOfName(db: TelephonyDb, company: string, promptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('spoken_names')
    .innerJoin('companies', 'companies.id', 'spoken_names.company_id')
    .select('spoken_names.prompt_id')
    .where('companies.public_id', '=', company)
    .where('spoken_names.prompt_id', '=', promptId)
    .executeTakeFirst()
  return row !== undefined
}
