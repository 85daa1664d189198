import { randomUUID } from 'node:crypto'
import { runExclusive } from '../../../platform/run-exclusive.ts'
import { findContact } from '../../identity/contact-store.ts'
import type { Telephony } from '../../telephony.ts'
import { openSecrets } from '../extension-data/extension-secrets.ts'
import { pbxAccountOf } from '../extensions/extension.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'
import { isLetIn, letPhoneIn } from './let-phones-in.ts'
import { notePbxEvent } from './note-pbx-event.ts'
import { deleteIntent, findIntent, listIntents, type PbxIntent, takeIntentOver } from './pbx-intent-store.ts'

/** Makes the PBX agree with the database, which is the truth, and strikes out the intent, which must be ours. */
export async function repairPbx(telephony: Telephony, intent: PbxIntent): Promise<void> {
  const { company_id: companyId, instance_uuid: uuid, number, domain } = intent
  const { database, pbx, secrets, transact } = telephony
  const extension = await findExtensionByNumber(database.read, companyId, uuid, number)
  if (extension) {
    const { secret } = openSecrets(secrets, extension.secrets_sealed)
    const { user_id: userId } = extension
    const user = userId === null ? undefined : await findContact(database.read, companyId, userId)
    const letIn = isLetIn(user)
    await letPhoneIn(pbx, pbxAccountOf(extension, { domain }, secret), letIn)
    if (!letIn) {
      await notePbxEvent(telephony, {
        kind: 'registration',
        address: { domain, number },
        state: 'UNAUTHENTICATED',
      })
    }
  } else {
    await pbx.remove({ domain, number })
  }
  await transact(companyId, ({ db }) => deleteIntent(db, intent))
}

/**
 * Repairs what somebody has left behind. If they live after all, their change fails, since the intent is ours;
 * and if others want to repair it too, one of us does. False: it was not us.
 */
export async function repairForeign(telephony: Telephony, found: PbxIntent): Promise<boolean> {
  const { clock, transact } = telephony
  const { company_id: companyId } = found
  const ours = { ...found, token: newToken(telephony), created_at: clock.now() }
  if (!(await transact(companyId, ({ db }) => takeIntentOver(db, found, ours)))) return false
  try {
    await repairPbx(telephony, ours)
  } catch (error) {
    // As old as before, so that whoever looks next tries again.
    await transact(companyId, ({ db }) => takeIntentOver(db, ours, { ...ours, created_at: found.created_at }))
    throw error
  }
  return true
}

/** At the start of the server and now and then: what a crash or an outage has left behind. */
export async function repairLeftovers(telephony: Telephony, olderThanMs: number): Promise<void> {
  const before = telephony.clock.now() - olderThanMs
  for (const found of await listIntents(telephony.database.read)) {
    if (found.created_at > before) continue
    await runExclusive(turnOf(telephony, found), async () => {
      // Whoever was at it may have come to an end while we waited for our turn.
      const intent = await findIntent(telephony.database.read, found)
      if (intent?.token === found.token) await repairForeign(telephony, intent)
    })
  }
}

/** One change of an extension at a time in this server; among servers the intent is what there is one of. */
export const turnOf = (
  { nodeId }: Telephony,
  { instance_uuid: uuid, number }: Pick<PbxIntent, 'instance_uuid' | 'number'>,
) => `${nodeId} ${uuid}:${number}`

/** Tells which server an intent is of. */
export const newToken = ({ nodeId }: Telephony) => `${nodeId} ${randomUUID()}`
