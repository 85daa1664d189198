import { inTurn } from '../../platform/in-turn.ts'
import { openSecrets } from '../extension-data/extension-secrets.ts'
import { pbxAccountOf } from '../extensions/extension.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'
import type { Telephony } from '../telephony.ts'
import { deleteIntent, findIntent, listIntents, type PbxIntent } from './pbx-intent-store.ts'

/** Makes the PBX agree with the database, which is the truth, and strikes the intent out. */
export async function repairPbx(telephony: Telephony, intent: PbxIntent): Promise<void> {
  const { company_id: companyId, instance_uuid: uuid, number, domain } = intent
  const { database, pbx, secrets } = telephony
  const extension = await findExtensionByNumber(database.read, companyId, uuid, number)
  if (extension) {
    const { secret } = openSecrets(secrets, extension.secrets_sealed)
    await pbx.put(pbxAccountOf(extension, { domain }, secret))
  } else {
    await pbx.remove({ domain, number })
  }
  await database.write(companyId, { work: ({ db }) => deleteIntent(db, intent) })
}

/** At the start of the server and now and then: what a crash or an outage has left behind. */
export async function repairLeftovers(telephony: Telephony, olderThanMs: number): Promise<void> {
  const before = telephony.clock.now() - olderThanMs
  for (const found of await listIntents(telephony.database.read)) {
    if (found.created_at > before) continue
    await inTurn(`${found.instance_uuid}:${found.number}`, async () => {
      // Whoever was at it may have come to an end while we waited for our turn.
      const intent = await findIntent(telephony.database.read, found)
      if (intent?.token === found.token) await repairPbx(telephony, intent)
    })
  }
}
