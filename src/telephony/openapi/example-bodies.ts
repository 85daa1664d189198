/** Bodies of typical requests, by method and path. Other operations get a sample generated from their schema. */
export const exampleBodies: Record<string, unknown> = {
  'PATCH /company': { description: 'Rockets and anvils', emergency_contact_number: '+14155550100' },
  'POST /company/contacts': {
    first_name: 'Grace',
    last_name: 'Hopper',
    contacts: { email: 'grace@example.com', phones: { mobile: '+14155550101' } },
    timezone: 'America/New_York',
  },
  'PATCH /company/contacts/:contact_id': { title: 'Rear admiral' },
  'POST /company/locations': {
    name: 'Harbour office',
    country: 'United States',
    state: 'CA',
    city: 'Oakland',
    zip: '94607',
  },
  'PATCH /company/locations/:location_id': { callerid: '4155550100' },
  'POST /instances/:instance_uuid/bulks/extensions': {
    data: {
      id: 1004,
      name: 'Front desk',
      description: 'By the door',
      voicemail_email: 'desk@example.com',
      outboundcid: '"Front desk" <4155550100>',
    },
    purpose: 'ip-phone',
  },
  'POST /instances/:instance_uuid/bulks/extensions/check': { email: 'grace@example.com', id: 1004 },
  'PUT /instances/:instance_uuid/bulks/extensions/:extension_id': {
    data: { name: 'Front desk', voicemail: 'default', voicemail_email: 'desk@example.com' },
    purpose: 'mobile-app',
    user: { id: 'CONTACT_ID' },
  },
  'PATCH /instances/:instance_uuid/bulks/extensions/:extension_id': {
    data: { ringtimer: '20' },
    user: null,
  },
}
