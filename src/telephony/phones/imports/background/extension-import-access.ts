import type { Actor } from '../../../identity/actor.ts'
import { viewerOf } from '../../../identity/permissions.ts'
import { notFound } from '../../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import { findImport } from './extension-import-store.ts'
import type { ExtensionImportsTable } from './extension-import-tables.ts'

/** The user whose imports the actor sees; undefined: all imports. */
export const importsViewerOf = (actor: Actor): string | undefined => viewerOf(actor, 'see imports')

/** For managers and the user who started it. Other imports are not found. */
export const importToSee = (
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<ExtensionImportsTable> => visibleImport(database.read, actor, id)

export async function visibleImport(
  db: TelephonyDb,
  actor: Actor,
  id: string,
): Promise<ExtensionImportsTable> {
  const found = await findImport(db, actor.company.id, id)
  const viewer = importsViewerOf(actor)
  if (!found || (viewer !== undefined && found.contact_id !== viewer))
    throw notFound('There is no such import')
  return found
}
