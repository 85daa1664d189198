import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import { dataFields } from '../../../../src/telephony/phones/extension-data/extension-data-fields.ts'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { eventually } from '../../../harness/fax-world.ts'
import { arbitraryOf } from '../extensions/arbitrary-field.ts'
import type { Change, Edit } from './whole-object.ts'

/** Fields with two forms are edited below. */
const {
  voicemail: _one,
  voicemail_enable: _other,
  outboundcid: _callerId,
  description: _own,
  ...plain
} = dataFields

const secret = fc.constantFrom('a'.repeat(24), 'b'.repeat(24))
const phones = ['/phone', '/qr-config', '/subscriber']

export const dataEdits: Record<string, Edit> = {
  ...Object.fromEntries(
    Object.entries<TSchema>(plain).map(([name, field]) => [`/data/${name}`, arbitraryOf(field)]),
  ),
  '/data/voicemail_email': fc.constantFrom('', 'mail@example.com'),
  '/data/voicemail': { to: fc.constantFrom('default', 'novm'), follow: ['/data/voicemail_enable'] },
  '/data/voicemail_enable': { to: fc.constantFrom('yes', 'no'), follow: ['/data/voicemail'] },
  '/data/secret': { to: secret, follow: ['/data/password', ...phones] },
  '/data/password': { to: secret, follow: ['/data/secret', ...phones] },
  '/data/voicemail_vmpwd': fc.constantFrom('123456', '654321'),
}

const callerId = fc.constantFrom('', '4155550100', '"Front desk" <4155550111>')

export const callerIdEdits: Record<string, Edit> = {
  '/data/outboundcid': { to: callerId, follow: ['/outbound_callerid'] },
  '/outbound_callerid': {
    to: fc.constantFrom(
      { name: 'Front desk', number: '4155550111', value: '"Front desk" <4155550111>' },
      { name: '', number: '4155550100', value: '4155550100' },
    ),
    follow: ['/data/outboundcid'],
  },
}

export const extensionChanges: Record<string, Change> = {
  'its phone registers or calls': async ({ ada, telephony, acmePbx }, { ids }, run) => {
    const url = `/instances/${acmePbx}/bulks/extensions/${ids.extension_id}`
    const [{ internal_domain: domain }] = (await ada.get('/instances')).body
    const state = (['AUTHENTICATED', 'SLEEPING', 'UNAUTHENTICATED'] as const)[run % 3]!
    const callStatus = (['idle', 'ringing', 'in_call'] as const)[run % 3]!
    await (telephony.pbx as EmbeddedPbx).report({ domain, number: 7001 }, { state, callStatus })
    await eventually('the state', async () => {
      const { subscriber } = (await ada.get(url)).body
      return subscriber.state === state && subscriber.call_status === callStatus
    })
  },
  'its location is renamed': ({ ada }, { ids }, run) =>
    ada.patch(`/company/locations/${ids.location_id}`, { name: `Office ${run}` }),
  'the caller id of its location changes': ({ ada }, { ids }, run) =>
    ada.patch(`/company/locations/${ids.location_id}`, {
      callerid: `+12025558${String(run).padStart(3, '0')}`,
    }),
  'its user is renamed': ({ ben }, { ids }, run) =>
    ben.patch(`/company/contacts/${ids.contact_id}`, { last_name: `Okri ${run}` }),
  'its user is busy': ({ ben }, _things, run) =>
    ben.patch('/status/v2/current-user', { main_status: { status: run % 2 === 0 ? 'away' : 'available' } }),
}
