import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { FaxWithFile } from './fax.ts'
import { findFax } from './fax-store.ts'

/** For every user of the company. Faxes of other companies are not found. */
export async function faxToRead(
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<FaxWithFile> {
  const fax = await findFax(database.read, actor.company.id, id)
  if (!fax) throw notFound('There is no such fax')
  return fax
}

export async function faxToDelete(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<FaxWithFile> {
  const fax = await faxToRead(platform, actor, id)
  requirePermission(actor, 'delete faxes')
  return fax
}
