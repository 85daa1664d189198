import { recordChange } from '../../company/audit/record-change.ts'
import type { Directory } from '../../company/directory.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyTransaction } from '../../telephony-platform.ts'
import { openSecrets, renewSecrets, sealSecrets } from '../extension-data/extension-secrets.ts'
import { extensionsTable, searchColumns } from './extension.ts'
import { showExtension } from './show-extension.ts'

/** Unassigns the extensions of a user, with credentials that the user does not know. */
export async function unassignExtensions(
  directory: Directory,
  tx: TelephonyTransaction,
  actor: Actor,
  userId: string,
): Promise<void> {
  const { clock, secrets } = directory
  for (const stored of await extensionsTable.list(tx.db, { company_id: actor.company.id, user_id: userId })) {
    const before = await showExtension(directory, tx.db, actor, stored)
    const left = {
      ...stored,
      user_id: null,
      ...searchColumns(stored, undefined),
      secrets_sealed: sealSecrets(secrets, renewSecrets(openSecrets(secrets, stored.secrets_sealed))),
      updated_at: clock.now(),
    }
    const { user_id, user_key, search_text, secrets_sealed, updated_at } = left
    const columns = { user_id, user_key, search_text, secrets_sealed, updated_at }
    await extensionsTable.update(tx.db, stored, columns)
    const after = await showExtension(directory, tx.db, actor, left)
    await recordChange(tx, clock, actor, { action: 'extension.updated', id: stored.id, before, after })
  }
}
