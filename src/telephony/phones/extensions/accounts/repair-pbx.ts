import { randomUUID } from 'node:crypto'
import { runExclusive } from '../../../../platform/concurrency/run-exclusive.ts'
import { contactsTable } from '../../../identity/contact.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { openSecrets } from '../../extension-data/extension-secrets.ts'
import { pbxIntentsTable } from '../../pbx/pbx-tables.ts'
import { mayRegister, setRegistrable } from '../../pbx/registrable-phones.ts'
import type { Phones } from '../../phones.ts'
import { extensionsTable, pbxAccountOf } from '../extension.ts'
import { forEachDomain } from './for-each-domain.ts'
import { notePhoneEvent } from './note-phone-event.ts'
import { deleteIntent, listIntents, type PbxIntent, takeIntentOver } from './pbx-intent-store.ts'

/** Makes the PBX agree with the database, and deletes the intent, which must belong to this server. */
export async function repairPbx(phones: Phones, intent: PbxIntent): Promise<void> {
  const { company_id: companyId, instance_uuid: uuid, number, domain } = intent
  const { database, pbx, secrets, transact } = phones
  const extension = await extensionsTable.findBy(database.read, {
    company_id: companyId,
    instance_uuid: uuid,
    number,
  })
  if (extension) {
    const { secret } = openSecrets(secrets, extension.secrets_sealed)
    const { user_id: userId } = extension
    const user =
      userId === null
        ? undefined
        : await contactsTable.find(database.read, { company_id: companyId, id: userId })
    const registrable = mayRegister(user)
    await setRegistrable(pbx, pbxAccountOf(extension, { domain }, secret), registrable)
    if (!registrable) {
      await notePhoneEvent(phones, {
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
 * Repairs an abandoned change. Taking over the intent makes the change fail if its server is alive after all, and
 * ensures that only one server repairs. False if another one does.
 */
export async function repairAbandoned(phones: Phones, found: PbxIntent): Promise<boolean> {
  const { clock, transact } = phones
  const { company_id: companyId } = found
  const ours = { ...found, token: newToken(phones), created_at: clock.now() }
  if (!(await transact(companyId, ({ db }) => takeIntentOver(db, found, ours)))) return false
  try {
    await repairPbx(phones, ours)
  } catch (error) {
    // With its old age, so that the next check tries again.
    await transact(companyId, ({ db }) => takeIntentOver(db, ours, { ...ours, created_at: found.created_at }))
    throw error
  }
  return true
}

/** Repairs what a crash or an outage has left behind. Runs at the start and periodically. */
export async function repairLeftovers(phones: Phones, olderThanMs: number): Promise<void> {
  const before = phones.clock.now() - olderThanMs
  const old = (await listIntents(phones.database.read)).filter((found) => found.created_at <= before)
  await forEachDomain(old, (intents) => repairAll(phones, intents))
}

async function repairAll(phones: Phones, intents: readonly PbxIntent[]): Promise<void> {
  for (const found of intents) {
    await runExclusive(mutexOf(phones, found), async () => {
      // The change may have ended while we waited for the mutex.
      const intent = await pbxIntentsTable.find(phones.database.read, found)
      if (intent?.token === found.token) await repairAbandoned(phones, intent)
    })
  }
}

/** The mutex of an extension in this server. Among servers, the intent is the mutex. */
export const mutexOf = (
  { nodeId }: TelephonyPlatform,
  { instance_uuid: uuid, number }: Pick<PbxIntent, 'instance_uuid' | 'number'>,
) => `${nodeId} ${uuid}:${number}`

/** Identifies the server of an intent. */
export const newToken = ({ nodeId }: TelephonyPlatform) => `${nodeId} ${randomUUID()}`
