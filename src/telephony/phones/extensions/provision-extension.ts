import { type Static, Type } from '@sinclair/typebox'
import { sipProxyOf } from '../../company/instances/asterisk-of-instance.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import { openSecrets } from '../extension-data/extension-secrets.ts'
import type { FoundExtension } from './extension-access.ts'

export const ProvisioningSchema = Type.Object(
  {
    display_name: Type.String(),
    username: Type.String(),
    password: Type.String(),
    domain: Type.String({ description: 'The SIP domain.' }),
    outbound_proxy: Type.String({ description: 'host:port of the SIP server.' }),
    transport: Type.String(),
    registration_expires: Type.Integer({ description: 'Seconds.' }),
    uri: Type.String({ description: 'The address of record.' }),
    mailbox: Type.String(),
  },
  { additionalProperties: false },
)

/** Everything that a softphone needs to register. */
export function provisionExtension(
  { config, secrets }: TelephonyPlatform,
  { instance, extension }: FoundExtension,
): Static<typeof ProvisioningSchema> {
  const { number, name } = extension
  const data = completeData(number, name, extension.data)
  return {
    display_name: name,
    username: String(number),
    password: openSecrets(secrets, extension.secrets_sealed).secret,
    domain: instance.domain,
    outbound_proxy: sipProxyOf(config.telephony, instance),
    transport: String(data.transport || 'udp'),
    registration_expires: Math.min(Number(data.maximum_expiration), 3600),
    uri: `sip:${number}@${instance.domain}`,
    mailbox: String(data.mailbox),
  }
}
