import { findInstanceByDomain } from '../../../company/instances/instance-store.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import type { Extension } from '../../extensions/extension.ts'
import { findExtensionByNumber } from '../../extensions/extension-store.ts'
import type { PbxAddress } from '../../pbx/pbx.ts'

/** The extension whose mailbox it is. */
export async function findMailbox(
  db: TelephonyDb,
  { domain, number }: PbxAddress,
): Promise<Extension | undefined> {
  const instance = await findInstanceByDomain(db, domain)
  return instance && findExtensionByNumber(db, instance.company_id, instance.uuid, number)
}
