import { randomUUID } from 'node:crypto'
import { runExclusive } from '../../../platform/run-exclusive.ts'
import { findContact } from '../../identity/contact-store.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { openSecrets } from '../extension-data/extension-secrets.ts'
import { pbxAccountOf } from '../extensions/extension.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'
import type { Phones } from '../phones.ts'
import { isLetIn, letPhoneIn } from './let-phones-in.ts'
import { notePbxEvent } from './note-pbx-event.ts'
import { deleteIntent, findIntent, listIntents, type PbxIntent, takeIntentOver } from './pbx-intent-store.ts'

/** Makes the PBX agree with the database, which is the truth, and strikes out the intent, which must be ours. */
export async function repairPbx(phones: Phones, intent: PbxIntent): Promise<void> {
  const { company_id: companyId, instance_uuid: uuid, number, domain } = intent
  const { database, pbx, secrets, transact } = phones
  const extension = await findExtensionByNumber(database.read, companyId, uuid, number)
  if (extension) {
    const { secret } = openSecrets(secrets, extension.secrets_sealed)
    const { user_id: userId } = extension
    const user = userId === null ? undefined : await findContact(database.read, companyId, userId)
    const letIn = isLetIn(user)
    await letPhoneIn(pbx, pbxAccountOf(extension, { domain }, secret), letIn)
    if (!letIn) {
      await notePbxEvent(phones, {
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
export async function repairForeign(phones: Phones, found: PbxIntent): Promise<boolean> {
  const { clock, transact } = phones
  const { company_id: companyId } = found
  const ours = { ...found, token: newToken(phones), created_at: clock.now() }
  if (!(await transact(companyId, ({ db }) => takeIntentOver(db, found, ours)))) return false
  try {
    await repairPbx(phones, ours)
  } catch (error) {
    // As old as before, so that whoever looks next tries again.
    await transact(companyId, ({ db }) => takeIntentOver(db, ours, { ...ours, created_at: found.created_at }))
    throw error
  }
  return true
}

/** At the start of the server and now and then: what a crash or an outage has left behind. */
export async function repairLeftovers(phones: Phones, olderThanMs: number): Promise<void> {
  const before = phones.clock.now() - olderThanMs
  for (const found of await listIntents(phones.database.read)) {
    if (found.created_at > before) continue
    await runExclusive(turnOf(phones, found), async () => {
      // Whoever was at it may have come to an end while we waited for our turn.
      const intent = await findIntent(phones.database.read, found)
      if (intent?.token === found.token) await repairForeign(phones, intent)
    })
  }
}

/** One change of an extension at a time in this server; among servers the intent is what there is one of. */
export const turnOf = (
  { nodeId }: TelephonyPlatform,
  { instance_uuid: uuid, number }: Pick<PbxIntent, 'instance_uuid' | 'number'>,
) => `${nodeId} ${uuid}:${number}`

/** Tells which server an intent is of. */
export const newToken = ({ nodeId }: TelephonyPlatform) => `${nodeId} ${randomUUID()}`
