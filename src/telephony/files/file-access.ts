import { isActingAsUser, recordOpenings } from '../company/audit/record-openings.ts'
import type { Actor } from '../identity/actor.ts'
import { viewerOf } from '../identity/permissions.ts'
import { forbidden, notFound } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import type { FileStorage } from './file-storage.ts'
import { type FilesTable, filesTable } from './file-tables.ts'

/**
 * A file of the company that the actor may read. Files of other companies are not found. The audit trail has those that
 * only the owner's rights open.
 */
export async function fileToRead(storage: FileStorage, actor: Actor, id: string): Promise<FilesTable> {
  const file = await fileOfCompany(storage, actor, id)
  if (!(await mayReadFile(storage, actor, file))) {
    throw forbidden('Only the uploader, the owner and people who received this file may read it')
  }
  const isOwn = file.user_id === actor.contact.id || (await isVisibleIn(storage, actor, file))
  if (!isOwn || isActingAsUser(actor)) {
    const describe = async () => new Map([[id, { name: file.name }]])
    await recordOpenings(storage, actor, { action: 'file.opened', ids: [id], describe })
  }
  return file
}

/** The uploader, the owner, and everybody who can see a fax or text with the file. */
export const mayReadFile = async (storage: FileStorage, actor: Actor, file: FilesTable): Promise<boolean> =>
  mayChange(actor, file) || (await isVisibleIn(storage, actor, file))

async function isVisibleIn(
  { database, fileUses }: FileStorage,
  actor: Actor,
  file: FilesTable,
): Promise<boolean> {
  for (const use of fileUses) {
    if (await use.isVisibleTo(database.read, actor.company.id, file.id, actor.contact.id)) return true
  }
  return false
}

/** For the uploader and the owner. */
export async function fileToChange(storage: FileStorage, actor: Actor, id: string): Promise<FilesTable> {
  const file = await fileOfCompany(storage, actor, id)
  if (!mayChange(actor, file)) throw forbidden('Only the uploader and the owner may change this file')
  return file
}

/** Checks that the bytes have been uploaded. */
export function checkIsUploaded(file: FilesTable): asserts file is FilesTable & { content: string } {
  if (file.content === null) throw notFound('Nothing has been uploaded to this file yet')
}

async function fileOfCompany({ database }: TelephonyPlatform, actor: Actor, id: string): Promise<FilesTable> {
  const file = await filesTable.find(database.read, { company_id: actor.company.id, id })
  if (!file) throw notFound('There is no such file')
  return file
}

const mayChange = (actor: Actor, file: FilesTable) =>
  [undefined, file.user_id].includes(viewerOf(actor, 'change files'))
