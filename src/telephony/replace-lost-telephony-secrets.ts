import { outboxOfTenant } from '../platform/outbox/outbox-writer.ts'
import { generateApiKey, type Secrets } from '../platform/secrets/secrets.ts'
import { mailInvitationsAgain } from './company/invitations/invitation-store.ts'
import { newWebhookSecret } from './events/webhooks/webhook-secret.ts'
import {
  deleteCompanyCarriers,
  deleteRetryAnswers,
  disableTrunksWithPassword,
  endRunningImports,
  listAllApiKeys,
  listAllExtensions,
  listAllWebhooks,
  replaceApiKey,
  replaceWebhookSecret,
} from './lost-telephony-secret-store.ts'
import { newDeviceSecret } from './phones/devices/change-devices.ts'
import { devicesTable } from './phones/devices/devices-table.ts'
import { newSecrets, sealSecrets } from './phones/extension-data/extension-secrets.ts'
import { extensionsTable } from './phones/extensions/extension.ts'
import type { TelephonyDb } from './telephony-platform.ts'

export interface LostTelephonySecrets {
  apiKeys: { company: string; name: string; key: string }[]
  extensions: number
  webhooks: number
}

/** The same as for the chat. The server sends new SIP passwords to the PBX when it starts. */
export async function replaceLostTelephonySecrets(
  db: TelephonyDb,
  secrets: Secrets,
): Promise<LostTelephonySecrets> {
  const apiKeys: LostTelephonySecrets['apiKeys'] = []
  for (const { company_id, id, name, company } of await listAllApiKeys(db)) {
    const key = `sb_${generateApiKey()}`
    await replaceApiKey(db, { company_id, id }, { key_hash: secrets.hash(key), ending: key.slice(-4) })
    apiKeys.push({ company, name, key })
  }
  const extensions = await listAllExtensions(db)
  const byInstance = new Map<string, { companyId: number; domain: string; numbers: number[] }>()
  for (const { company_id: companyId, id, instance_uuid: instance, domain, number } of extensions) {
    const sealed = sealSecrets(secrets, newSecrets({}))
    await extensionsTable.update(db, { company_id: companyId, id }, { secrets_sealed: sealed })
    const accounts = byInstance.get(instance) ?? { companyId, domain, numbers: [] }
    accounts.numbers.push(number)
    byInstance.set(instance, accounts)
  }
  for (const [instance, { companyId, domain, numbers }] of byInstance) {
    await outboxOfTenant(db, companyId).add('pbx_accounts', { payload: [{ instance, domain, numbers }] })
  }
  const webhooks = await listAllWebhooks(db)
  for (const webhook of webhooks) await replaceWebhookSecret(db, webhook, secrets.encrypt(newWebhookSecret()))
  await deleteRetryAnswers(db)
  await endRunningImports(db)
  await deleteCompanyCarriers(db)
  await disableTrunksWithPassword(db)
  for (const device of await devicesTable.list(db, {}))
    await devicesTable.update(db, device, newDeviceSecret(secrets))
  await mailInvitationsAgain(db)
  return { apiKeys, extensions: extensions.length, webhooks: webhooks.length }
}
