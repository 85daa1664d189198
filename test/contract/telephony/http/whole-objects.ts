import fc from 'fast-check'
import type { ContactView } from '../../../../src/telephony/company/contacts/contact-view.ts'
import type { ExtensionView } from '../../../../src/telephony/phones/extensions/extension-view.ts'
import { createTrunkStateNotes } from '../../../../src/telephony/phones/trunks/note-trunk-states.ts'
import { receiveCarrierEvent } from '../../../../src/telephony/texting/delivery/receive-carrier-event.ts'
import { callerIdEdits, dataEdits, extensionChanges } from './extension-edits.ts'
import { type Change, renameExtension, type WholeObject, word } from './whole-object.ts'
import { wholeRoutes } from './whole-routes.ts'

const phoneNumber = fc.stringMatching(/^\+1202555\d{4}$/)
const oneMoreUser: Change = ({ ada }, _things, run) =>
  ada.post('/company/contacts', { first_name: `User ${run}` })

const company: WholeObject = {
  read: '/system/company',
  moves: ['/updated'],
  prepare: ({ ada }) => ada.patch('/company', { employees: null }),
  edits: {
    '/employees': fc.integer({ min: 10_000, max: 20_000 }),
    '/name': word,
    '/description': word,
    '/website': word,
    '/phone': phoneNumber,
    '/email': fc.constantFrom('a@example.com', 'b@example.com'),
    '/address/street/name': word,
    '/address/city': word,
    '/affiliate': fc.boolean(),
    '/revenue': fc.option(fc.nat(1000)),
  },
  changes: {
    'a user is added': oneMoreUser,
    'a user is added and deleted': async (world, things, run) => {
      const made = (await oneMoreUser(world, things, run)) as { body: { id: string } }
      await world.ada.delete(`/company/contacts/${made.body.id}`)
    },
  },
}

const contact: WholeObject = {
  moves: ['/updated'],
  edits: {
    '/first_name': word,
    '/last_name': word,
    '/title': word,
    '/description': word,
    '/birthdate': fc.constantFrom(null, '1959-03-15'),
    '/timezone': fc.constantFrom('', 'Europe/Berlin'),
    '/emergency_contact_number': phoneNumber,
    '/contacts/fax': phoneNumber,
    '/contacts/phones/mobile': phoneNumber,
    '/contacts/email': { to: fc.constantFrom('b1@example.com', 'b2@example.com'), follow: ['/work_email'] },
    '/work_email': { to: fc.constantFrom('b1@example.com', 'b2@example.com'), follow: ['/contacts/email'] },
    '/address/zip': word,
  },
  same: ({ work_email: email, contacts }: ContactView) => [[email, contacts.email]],
  changes: {
    'their extension is renamed': renameExtension,
    'they sign in': async ({ ben, clock }) => {
      clock.advance(3600)
      return ben.get('/system/account')
    },
  },
}

const location: WholeObject = {
  edits: {
    '/name': word,
    '/address2': word,
    '/building/value': word,
    '/callerid': phoneNumber,
    '/latitude': fc.constantFrom(null, 12.5, -90),
    '/street/number': fc.option(fc.nat(500)),
    '/email': fc.constantFrom('', 'office@example.com'),
  },
  // Somebody has changed the country, and not yet the ZIP code.
  prepare: async ({ ada }, { ids }) => {
    const url = `/company/locations/${ids.location_id}`
    await ada.patch(url, { country: 'Norway', zip: 'N-0150', state: 'Oslo' })
    return ada.patch(url, { country: 'US' })
  },
  changes: {
    'an extension is added there': ({ ada, acmePbx }, _things, run) =>
      ada.post(`/instances/${acmePbx}/bulks/extensions`, { data: { id: 20_000 + run, name: 'More' } }),
  },
}

const extension: WholeObject = {
  edits: {
    '/data/name': { to: word, follow: ['/data/callerid', '/phone', '/qr-config', '/user/extension'] },
    '/data/description': { to: word, follow: ['/user/extension'] },
    ...dataEdits,
    ...callerIdEdits,
    '/purpose': fc.constantFrom('ip-phone', 'mobile-app', ''),
    '/reserved': fc.option(fc.record({ config_id: word, to: word })),
  },
  changes: extensionChanges,
  same: ({ data, outbound_callerid: callerId, location }: ExtensionView) => [
    [data.password, data.secret],
    [callerId?.value ?? '', data.outboundcid || location?.callerid],
    [data.voicemail === 'default', data.voicemail_enable === 'yes'],
  ],
}

const device: WholeObject = {
  moves: ['/updated_at'],
  edits: {
    '/label': word,
    '/model': word,
    '/time_zone': fc.constantFrom(null, 'Europe/Berlin', 'UTC'),
    '/language': fc.constantFrom(null, 'de', 'fr'),
    '/lamps': fc.constantFrom([], [1001]),
  },
  changes: {},
}

const trunk: WholeObject = {
  moves: ['/updated_at'],
  edits: {
    '/name': word,
    '/callerid': phoneNumber,
    '/order': fc.integer({ min: 0, max: 1000 }),
    '/codecs': fc.constantFrom('', 'alaw,ulaw'),
    '/media_encryption': fc.constantFrom('no', 'sdes', 'dtls'),
    '/addresses': fc.constantFrom(['192.0.2.200'], ['192.0.2.201', '192.0.2.202']),
  },
  changes: {
    'the provider is lost or back': ({ telephony }, { ids }, run) =>
      createTrunkStateNotes(telephony)({
        kind: 'trunks',
        states: new Map([[ids.trunk_id!, run % 2 === 0 ? 'reachable' : 'unreachable']]),
      }),
  },
}

const outboundRoute: WholeObject = {
  moves: ['/updated_at'],
  prepare: async ({ ada }, { ids }, run) => {
    const made = await ada.post('/trunks', { name: 'Soon gone', kind: 'ip', host: `198.51.100.${run}` })
    return ada.patch(`/outbound-routes/${ids.outbound_route_id}`, { trunks: [ids.trunk_id, made.body.id] })
  },
  edits: {
    '/name': word,
    '/order': fc.integer({ min: 1, max: 900 }),
    '/patterns': fc.constantFrom([], ['+49.'], ['+49.', '311']),
    '/dial_prefix': fc.constantFrom('', '9'),
    '/number_format': fc.constantFrom('e164', 'digits', 'national'),
    '/calling_class': fc.constantFrom('automatic', 'internal', 'nobody'),
    '/callerid_first': fc.boolean(),
  },
  changes: {
    'a trunk of it is deleted': async ({ ada }, { ids }) => {
      const { trunks } = (await ada.get(`/outbound-routes/${ids.outbound_route_id}`)).body
      return ada.delete(`/trunks/${trunks[1]}`)
    },
  },
}

const did: WholeObject = {
  moves: ['/updated_at'],
  edits: { '/name': word, '/number': phoneNumber },
  prepare: async ({ ada, acmePbx: pbx }, { ids }, run) => {
    const number = 500_000 + run
    await ada.post(`/instances/${pbx}/bulks/extensions`, { data: { id: number, name: 'Soon gone' } })
    const destination = { kind: 'internal', pbx, number: String(number) }
    return ada.patch(`/dids/${ids.did_id}`, { destination })
  },
  changes: {
    'its extension is deleted': async ({ ada, acmePbx }, _things, run) => {
      const list = `/instances/${acmePbx}/bulks/extensions`
      const [made] = (await ada.get(list, { search: String(500_000 + run) })).body
      return ada.delete(`${list}/${made._id}`)
    },
  },
}

const faxDestination: WholeObject = {
  edits: {
    '/emails': {
      to: fc.constantFrom(['x@example.com'], ['y@example.com', 'z@example.com']),
      follow: ['/reprname'],
    },
  },
  changes: {},
}

const textingContact: WholeObject = {
  moves: ['/updated_at'],
  edits: { '/first_name': word, '/last_name': word, '/email': fc.constantFrom('', 'friend@example.com') },
  changes: {
    'they reply STOP or START': ({ telephony }, { ids }, run) =>
      receiveCarrierEvent(telephony, {
        kind: 'text',
        carrierId: `whole-${run}`,
        from: '+12025550177',
        to: ids.number!,
        text: run % 2 === 0 ? 'STOP' : 'START',
      }),
  },
}

const textingNumber: WholeObject = {
  read: '/texting/numbers',
  listed: ({ number }, { ids }) => number === ids.number,
  moves: ['/updated_at'],
  edits: { '/users': fc.constant([]) },
  changes: {
    'somebody else assigns it': async ({ ada, clock, demo }, { ids }) => {
      clock.advance(1)
      return ada.put(`/texting/numbers/${encodeURIComponent(ids.number!)}`, { users: [demo.acme.ben.id] })
    },
  },
}

const carrier: WholeObject = {
  moves: ['/updated_at', '/state', '/problem', '/state_at'],
  edits: { '/tls': fc.boolean(), '/numbers': fc.constantFrom(null, ['+12025550101']) },
  changes: {},
}

const apiKey: WholeObject = {
  read: '/api-keys',
  listed: ({ id }, { ids }) => id === ids.key_id,
  edits: { '/name': word, '/scopes': fc.constantFrom(['read'], ['read', 'write']) },
  changes: {},
}

const webhook: WholeObject = {
  moves: ['/updated_at'],
  edits: {
    '/description': word,
    '/events': fc.constantFrom(['*'], ['call.ended']),
    '/url': fc.constantFrom('http://127.0.0.1:1/', 'http://127.0.0.1:1/hook'),
  },
  changes: {
    'its secret is rotated': ({ ada }, { ids }) => ada.post(`/webhooks/${ids.webhook_id}/rotate_secret`),
  },
}

const one = '/instances/:instance_uuid'

const screening: WholeObject = {
  edits: { '/reject_anonymous': fc.boolean(), '/screen_unknown': fc.boolean() },
  changes: {},
}

/** Every operation that replaces or changes an object which can be read. */
export const wholeObjects: Record<string, WholeObject> = {
  'PATCH /company': company,
  'PATCH /company/contacts/:contact_id': contact,
  'PATCH /company/locations/:location_id': location,
  'PATCH /company/retention': {
    edits: {
      '/calls_days': fc.option(fc.integer({ min: 1, max: 900 })),
      '/voicemail_days': fc.constant(null),
    },
    changes: {},
  },
  'PATCH /blocked-numbers/:blocked_number_id': {
    moves: ['/updated_at'],
    edits: { '/action': fc.constantFrom('busy', 'reject', 'voicemail'), '/note': word },
    changes: {},
  },
  'PATCH /call-screening': screening,
  'PATCH /company/call-screening': screening,
  'PATCH /company/speech': { edits: { '/language': fc.constantFrom('en', 'de', 'ru') }, changes: {} },
  'PATCH /company/recording-rules': {
    edits: {
      '/notice': fc.constantFrom('none', 'tone', 'announcement'),
      '/notice_to': fc.constantFrom('outside', 'everybody'),
      '/participants_listen': fc.boolean(),
      '/administrators_listen': fc.boolean(),
    },
    changes: {},
  },
  'PATCH /company/calling-rules': {
    edits: {
      '/allowed_countries': fc.constantFrom(null, ['DE'], ['DE', 'FR']),
      '/denied_prefixes': fc.constantFrom([], ['+252']),
      '/special_rates': fc.boolean(),
      '/max_calls': fc.option(fc.integer({ min: 1, max: 100 })),
    },
    changes: {},
  },
  [`PUT ${one}/extensions/:extension_id/calling-class`]: {
    edits: { '/calling_class': fc.constantFrom('internal', 'national', 'international') },
    changes: {},
  },
  [`PUT ${one}/extensions/:extension_id/forwarding`]: {
    edits: {
      '/number': fc.constantFrom(null, '1002', '1003'),
      '/busy_number': fc.constantFrom(null, '1003'),
    },
    changes: {},
  },
  [`PUT ${one}/extensions/:extension_id/directory-entry`]: {
    edits: { '/listed': fc.boolean() },
    changes: {},
  },
  [`PUT ${one}/extensions/:extension_id/language`]: {
    edits: { '/language': fc.constantFrom('en', 'fr', null) },
    changes: {},
  },
  [`PUT ${one}/bulks/extensions/:extension_id`]: extension,
  [`PATCH ${one}/bulks/extensions/:extension_id`]: extension,
  ...wholeRoutes,
  [`PUT ${one}/conference-rooms/:conference_id/pins`]: {
    edits: {
      '/pin': fc.stringMatching(/^1\d{3,11}$/),
      '/moderator_pin': fc.stringMatching(/^2\d{3,11}$/),
    },
    changes: {},
  },
  'PATCH /instances/:instance_uuid/devices/:device_id': device,
  'PATCH /trunks/:trunk_id': trunk,
  'PATCH /dids/:did_id': did,
  'PATCH /outbound-routes/:outbound_route_id': outboundRoute,
  'PUT /fax/destinations/:destination_id': faxDestination,
  'PUT /texting/contacts/:contact_id': textingContact,
  'PUT /texting/numbers/:number': textingNumber,
  'PUT /texting/carrier': carrier,
  'PATCH /api-keys/:key_id': apiKey,
  'PATCH /webhooks/:webhook_id': webhook,
  'PATCH /voicemail/messages/:message_id': { edits: { '/is_read': fc.boolean() }, changes: {} },
  'PATCH /fax/messages/:fax_id': { edits: { '/is_read': fc.boolean() }, changes: {} },
}
