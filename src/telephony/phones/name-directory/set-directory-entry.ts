import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import type { Extension } from '../extensions/extension.ts'
import { type FoundExtension, storedOwnExtension } from '../extensions/extension-access.ts'
import { unlistedExtensionsTable } from '../prompts/name-tables.ts'

export const DirectoryEntrySchema = Type.Object(
  { listed: Type.Boolean({ description: 'Callers can find the user of the extension by name.' }) },
  { additionalProperties: false },
)

type DirectoryEntry = Static<typeof DirectoryEntrySchema>

export const showDirectoryEntry = ({ database }: TelephonyPlatform, { extension }: FoundExtension) =>
  entryOf(database.read, extension)

/** Puts the user of an extension into the directory by name, or leaves them out. */
export async function setDirectoryEntry(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  found: FoundExtension,
  { listed }: DirectoryEntry,
): Promise<DirectoryEntry> {
  return transact(actor.company.id, async (tx) => {
    const extension = await storedOwnExtension(tx.db, actor, found)
    const before = await entryOf(tx.db, extension)
    const key = { company_id: extension.company_id, extension_id: extension.id }
    if (listed) await unlistedExtensionsTable.remove(tx.db, key)
    else await unlistedExtensionsTable.put(tx.db, { ...key, user_id: extension.user_id })
    const change = { action: 'extension.directory_entry_updated', id: extension.id, before } as const
    await recordChange(tx, clock, actor, { ...change, after: { listed } })
    return { listed }
  })
}

/** Of the present user of the extension. */
async function entryOf(
  db: TelephonyDb,
  { company_id, id, user_id }: Pick<Extension, 'company_id' | 'id' | 'user_id'>,
): Promise<DirectoryEntry> {
  const row = await unlistedExtensionsTable.find(db, { company_id, extension_id: id })
  return { listed: row === undefined || row.user_id !== user_id }
}
