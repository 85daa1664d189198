import { type Static, Type } from '@sinclair/typebox'
import type { Company } from '../../identity/company.ts'
import type { TelephonySettings } from '../../telephony-config.ts'
import { sipProxyOf } from './asterisk-of-instance.ts'
import type { Instance } from './instance.ts'

export const InstanceSchema = Type.Object(
  {
    _id: Type.String(),
    uuid: Type.String(),
    accountcode: Type.String({ description: 'Internal code for call records.' }),
    channel_driver: Type.String(),
    company_id: Type.String(),
    company_name: Type.String(),
    external_domain: Type.String({ description: 'Where phones reach the SIP server.' }),
    fqdn: Type.String(),
    hostname: Type.String(),
    internal_domain: Type.String({ description: 'The SIP realm of the extensions.' }),
    ip: Type.String(),
    proxy_ip: Type.String(),
  },
  { additionalProperties: false },
)

export type InstanceView = Static<typeof InstanceSchema>

export function instanceView(
  instance: Instance,
  company: Company,
  settings: TelephonySettings,
): InstanceView {
  const host = sipProxyOf(settings, instance).replace(/:\d+$/, '')
  return {
    _id: instance.id,
    uuid: instance.uuid,
    accountcode: instance.accountcode,
    channel_driver: 'pjsip',
    company_id: company.public_id,
    company_name: company.name,
    external_domain: host,
    fqdn: instance.domain,
    hostname: instance.hostname,
    internal_domain: instance.domain,
    ip: host,
    proxy_ip: host,
  }
}
