import type { TelephonyTransaction } from '../../telephony-platform.ts'
import type { Extension } from './extension.ts'
import { subscriberUpdated } from './extension-events.ts'
import { updateExtensionRow } from './extension-store.ts'

/** The PBX has shut its phone out. */
export async function endRegistration(tx: TelephonyTransaction, extension: Extension): Promise<Extension> {
  if (extension.state === 'UNAUTHENTICATED') return extension
  const ended: Extension = { ...extension, state: 'UNAUTHENTICATED' }
  await updateExtensionRow(tx.db, extension.company_id, extension.id, { state: ended.state })
  tx.announce(subscriberUpdated(ended))
  return ended
}
