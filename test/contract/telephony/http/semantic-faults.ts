import type { TelephonyWorld } from '../../../harness/telephony-world.ts'
import type { Things } from '../access/things-of-acme.ts'

interface Faults {
  sent: object
  named: readonly string[]
}

const route = (settings: object, named: readonly string[]): Faults => ({
  sent: { id: 'x', company_id: 'y', number: 1001, name: 'Taken', ...settings },
  named: ['/id', '/company_id', '/number', ...named],
})
const ringGroup = () => route({ members: ['1001', '1001'] }, ['/members/1'])
const hours = () =>
  route(
    {
      time_zone: 'UTC',
      open_destination: '1001',
      intervals: [{ days: ['mon'], from: '17:00', to: '09:00' }],
    },
    ['/intervals/0/to'],
  )
const option = { digit: '1', destination: '1001' }
const menu = () => route({ options: [option, option] }, ['/options/1/digit'])

const extension = ({ demo }: TelephonyWorld): Faults => ({
  sent: {
    _id: 'x',
    data: { id: 1001, name: 'Taken', ringtimer: '9999', secret: 'a'.repeat(24), password: 'b'.repeat(24) },
    location_id: demo.globex.location.id,
    user: { id: demo.globex.owner.id },
    outbound_callerid: { number: '1', value: '2' },
  },
  named: [
    ...['/_id', '/data/id', '/data/ringtimer', '/data/password'],
    ...['/location_id', '/user/id', '/outbound_callerid/value'],
  ],
})

const trunk = (): Faults => ({
  sent: {
    id: 'x',
    company: 'y',
    name: 'A',
    kind: 'registration',
    host: 'example.com',
    addresses: ['192.0.2.9'],
  },
  named: ['/id', '/company', '/username', '/password', '/addresses'],
})
const device = (): Faults => ({
  sent: {
    id: 'x',
    company: 'y',
    vendor: 'yealink',
    label: 'A',
    mac: null,
    extensions: [4711],
    lamps: [4712],
  },
  named: ['/id', '/company', '/mac', '/extensions/0', '/lamps/0'],
})
const did = ({ globexPbx: pbx }: TelephonyWorld): Faults => ({
  sent: { id: 'x', number: '12', destination: { kind: 'internal', pbx, number: '1001' } },
  named: ['/id', '/number', '/destination/pbx'],
})
const outboundRoute = ({ globexPbx: pbx }: TelephonyWorld): Faults => ({
  sent: { id: 'x', patterns: ['+49.', '49.'], trunks: ['none'], pbx },
  named: ['/id', '/patterns/1', '/trunks/0', '/pbx'],
})
const without = ({ sent, named }: Faults, ...names: string[]): Faults => ({
  sent: Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name))),
  named: named.filter((pointer) => !names.includes(pointer.slice(1))),
})

const one = '/instances/:instance_uuid'

/** Bodies that fit their schema, with several faults that only other fields or the database show. */
export const semanticFaults: Record<string, (world: TelephonyWorld, things: Things) => Faults> = {
  'PATCH /company': () => ({ sent: { id: 'x', created: 'y' }, named: ['/id', '/created'] }),
  'POST /company/contacts': () => ({
    sent: { first_name: 'Second', contacts: { email: 'ada@example.com' }, id: 'x' },
    named: ['/contacts/email', '/id'],
  }),
  'PATCH /company/contacts/:contact_id': () => ({
    sent: { id: 'x', created: 'y', contacts: { email: 'ada@example.com' } },
    named: ['/id', '/created', '/contacts/email'],
  }),
  'POST /company/locations': () => ({
    sent: { name: 'A', id: 'x', country: 'US', zip: 'A', state: 'B1' },
    named: ['/id', '/zip', '/state'],
  }),
  'PATCH /company/locations/:location_id': () => ({
    sent: { id: 'x', country: 'US', zip: 'A', state: 'B1' },
    named: ['/id', '/zip', '/state'],
  }),
  [`POST ${one}/bulks/extensions`]: extension,
  [`PUT ${one}/bulks/extensions/:extension_id`]: extension,
  [`PATCH ${one}/bulks/extensions/:extension_id`]: extension,
  [`POST ${one}/ring-groups`]: ringGroup,
  [`PATCH ${one}/ring-groups/:ring_group_id`]: ringGroup,
  [`POST ${one}/business-hours`]: hours,
  [`PATCH ${one}/business-hours/:business_hours_id`]: hours,
  [`POST ${one}/menus`]: menu,
  [`PATCH ${one}/menus/:menu_id`]: menu,
  [`POST ${one}/queues`]: ringGroup,
  [`PATCH ${one}/queues/:queue_id`]: ringGroup,
  [`POST ${one}/devices`]: () => without(device(), 'id', 'company'),
  [`PATCH ${one}/devices/:device_id`]: device,
  'POST /trunks': () => without(trunk(), 'id', 'company'),
  'PATCH /trunks/:trunk_id': trunk,
  'POST /dids': (world) => without(did(world), 'id'),
  'PATCH /dids/:did_id': did,
  'POST /outbound-routes': (world) => {
    const { sent, named } = without(outboundRoute(world), 'id')
    return { sent: { name: 'A', ...sent }, named }
  },
  'PATCH /outbound-routes/:outbound_route_id': outboundRoute,
  'PUT /texting/numbers/:number': () => ({
    sent: { company_id: 'x', users: ['nobody', 'no one'] },
    named: ['/company_id', '/users/0', '/users/1'],
  }),
  'PUT /texting/carrier': () => ({
    sent: { host: 'other.example.com', system_id: 'x', numbers: ['+19995550100', 'none'] },
    named: ['/password', '/numbers/0', '/numbers/1'],
  }),
  'PUT /texting/contacts/:contact_id': () => ({
    sent: { id: 'x', number: '+19995550100' },
    named: ['/id', '/number'],
  }),
  'POST /texting/conversations': () => ({
    sent: {
      from_number: '+19995550100',
      recipients: [{ number: 'x' }, { number: '+12025550177' }, { number: 'y' }],
    },
    named: ['/from_number', '/recipients/0/number', '/recipients/2/number'],
  }),
  'PATCH /webhooks/:webhook_id': () => ({
    sent: { id: 'x', events: ['*', 'nothing'], url: 'http://user:secret@example.com/' },
    named: ['/id', '/events/1', '/url'],
  }),
  'POST /webhooks': () => ({
    sent: { events: ['nothing', 'at all'], url: 'http://user:secret@example.com/' },
    named: ['/events/0', '/events/1', '/url'],
  }),
  'PATCH /api-keys/:key_id': () => ({ sent: { id: 'x', ending: 'y' }, named: ['/id', '/ending'] }),
  'PATCH /voicemail/messages/:message_id': () => ({ sent: { id: 'x', from: 'y' }, named: ['/id', '/from'] }),
  'PUT /fax/destinations/:destination_id': () => ({
    sent: { id: 'x', company: 'y', emails: ['a@example.com'] },
    named: ['/id', '/company'],
  }),
}
