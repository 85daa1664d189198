import { TypeGuard } from '@sinclair/typebox'
import type {
  ApiParameter,
  ApiResponse,
  Operation as Described,
  JsonSchema,
  RequestContent,
} from '../../platform/openapi/open-api-document.ts'
import { operationId } from '../../platform/openapi/operation-id.ts'
import { sampleValue } from '../../platform/openapi/sample-value.ts'
import { isOpen, type Operation, type Success } from '../http/operation.ts'
import { telephonyPermissions } from '../identity/telephony-permissions.ts'
import { operationProblems } from './describe-problems.ts'
import { telephonySchemas } from './telephony-schemas.ts'

const { plainSchema, components } = telephonySchemas

function whoMayCall({ method, access }: Operation): string[] {
  const { userByKey, scope } = telephonyPermissions[access]
  if (scope === null) return ['Needs no credentials.']
  const isUsual = scope === (method === 'GET' ? 'read' : 'write')
  return [
    ...(userByKey === 'no' ? ['For the primary user only.'] : []),
    ...(isUsual ? [] : [`The API key must permit \`${scope}\`.`]),
  ]
}

export function describeTelephonyOperation(operation: Operation): Described {
  const parameters = describeParameters(operation)
  const requestBody = describeBody(operation)
  const sentences = [operation.description ?? [], whoMayCall(operation)].flat()
  return {
    operationId: operationId(operation.summary),
    summary: operation.summary,
    description: sentences.join(' ') || 'For every user of the company.',
    tags: [operation.area],
    ...(isOpen(operation) && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...describeSuccess(operation.success), ...operationProblems(operation) },
  }
}

function describeParameters(operation: Operation): ApiParameter[] {
  const { method, path, query } = operation
  const inPath = (path.match(/(?<=:)[a-z_]+/g) ?? []).map(
    (name): ApiParameter => ({
      name,
      in: 'path',
      required: true,
      description: `The ${name.replaceAll('_', ' ')}.`,
      schema: { type: 'string' },
      example: name.toUpperCase(),
    }),
  )
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, declared]): ApiParameter => {
    const { description = '', ...schema } = plainSchema(declared)
    const required = !TypeGuard.IsOptional(declared)
    const example = required ? { example: name.toUpperCase() } : {}
    return { name, in: 'query', required, description, schema, ...example }
  })
  return [...inPath, ...inQuery, ...(method === 'POST' && !isOpen(operation) ? [retryKey] : [])]
}

const retryKey: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key gets the first response again and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function describeBody({ method, path, body }: Operation): RequestContent | undefined {
  if (body === undefined) return undefined
  const written = exampleBodies[`${method} ${path.replace('/v2/', '/')}`]
  if (body === 'form') return content('A form.', 'multipart/form-data', { type: 'object' }, written)
  if (body === 'text') return content('A text.', 'text/plain', { type: 'string' }, written)
  const schema = plainSchema(body)
  const example = written ?? sampleValue(schema, components)
  return content('A JSON object.', 'application/json', schema, example)
}

const content = (
  description: string,
  type: string,
  schema: JsonSchema,
  example?: unknown,
): RequestContent => ({
  description,
  required: true,
  content: { [type]: { schema, ...(example !== undefined && { example }) } },
})

const pagination = Object.fromEntries(
  [
    ['Total-Count', 'How many there are on all pages.'],
    ['Page-Count', 'How many pages there are.'],
    ['Current-Page', 'Counted from 1.'],
    ['Per-Page', 'How many fit on a page.'],
  ].map(([name, description]) => [
    `X-Pagination-${name}`,
    { description: description!, schema: { type: 'integer' } },
  ]),
)

function describeSuccess({
  status,
  schema,
  type,
  paged,
  orEmpty,
  ranges,
  redirects,
  inBackground,
}: Success): Record<string, ApiResponse> {
  const headers = paged ? { headers: pagination } : {}
  const media: ApiResponse['content'] = schema
    ? { [type ?? 'application/json']: { schema: plainSchema(schema) } }
    : type
      ? { [type]: { schema: { type: 'string', format: 'binary' } } }
      : undefined
  return {
    [status]: { description: 'Success.', ...headers, ...(media && { content: media }) },
    ...(ranges && { 206: { description: 'The requested part.', ...(media && { content: media }) } }),
    ...(redirects && {
      302: { description: 'The file store sends the bytes: follow `Location` within two minutes.' },
    }),
    ...(inBackground && {
      202: {
        description: 'Accepted: the work goes on in the background.',
        content: { 'application/json': { schema: plainSchema(inBackground) } },
      },
    }),
    ...(orEmpty && { 204: { description: 'Nothing matches. The response has no body.', ...headers } }),
  }
}

/** Bodies of typical requests, by method and path (without the version of texting). Other operations get a sample generated from their schema. */
export const exampleBodies: Record<string, unknown> = {
  'PATCH /company': { description: 'Rockets and anvils', emergency_contact_number: '+14155550100' },
  'POST /blocked-numbers': { number: '+12025550199', action: 'busy', note: 'Advertising' },
  'PATCH /blocked-numbers/:blocked_number_id': { action: 'voicemail' },
  'PATCH /call-screening': { reject_anonymous: true },
  'PATCH /company/call-screening': { screen_unknown: true },
  'PUT /cdrs/seen': { seen_until: '2026-11-18T09:30:00Z' },
  'PATCH /company/recording-rules': { notice: 'announcement', participants_listen: false },
  'PUT /cdrs/:call_id/recording-state': { recording_state: 'paused' },
  'POST /cdrs/:call_id/park': { slot: 703 },
  'PUT /instances/:instance_uuid/conference-rooms/:conference_id/pins': {
    pin: '482915',
    moderator_pin: '770413',
  },
  'PUT /instances/:instance_uuid/extensions/:extension_id/forwarding': { number: '+12025550199' },
  'PATCH /company/calling-rules': {
    allowed_countries: ['CA', 'MX'],
    denied_prefixes: ['+1242'],
    max_calls: 10,
  },
  'PATCH /company/speech': { language: 'de' },
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
      id: 1020,
      name: 'Front desk',
      description: 'By the door',
      voicemail_email: 'desk@example.com',
      outboundcid: '"Front desk" <4155550100>',
    },
    purpose: 'ip-phone',
  },
  'POST /instances/:instance_uuid/bulks/extensions/check': { email: 'grace@example.com', id: 1020 },
  'PUT /instances/:instance_uuid/bulks/extensions/:extension_id': {
    data: { name: 'Front desk', voicemail: 'default', voicemail_email: 'desk@example.com' },
    purpose: 'mobile-app',
    user: { id: 'CONTACT_ID' },
  },
  'PATCH /instances/:instance_uuid/bulks/extensions/:extension_id': {
    data: { ringtimer: '20' },
    user: null,
  },
  'POST /instances/:instance_uuid/ring-groups': {
    number: 6001,
    name: 'Sales',
    members: ['1001', '1002'],
    strategy: 'hunt',
    ring_time: 15,
  },
  'PATCH /instances/:instance_uuid/ring-groups/:ring_group_id': { members: ['1002', '1001'] },
  'POST /instances/:instance_uuid/paging-groups': {
    number: 6501,
    name: 'Warehouse',
    members: ['1001', '1002'],
  },
  'PATCH /instances/:instance_uuid/paging-groups/:paging_id': { members: ['1002', '1001'] },
  'POST /instances/:instance_uuid/business-hours': {
    number: 6101,
    name: 'Office hours',
    time_zone: 'America/New_York',
    intervals: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
    exceptions: [{ date: '2026-12-25', name: 'Christmas', intervals: [] }],
    open_destination: '1001',
    closed_destination: '1002',
  },
  'PATCH /instances/:instance_uuid/business-hours/:business_hours_id': { closed_destination: '1002' },
  'POST /instances/:instance_uuid/menus': {
    number: 6201,
    name: 'Welcome',
    options: [
      { digit: '1', destination: '1001' },
      { digit: '2', destination: '1002' },
    ],
    timeout_destination: '1001',
    direct_dial: true,
  },
  'PATCH /instances/:instance_uuid/menus/:menu_id': { tries: 2 },
  'POST /instances/:instance_uuid/queues': {
    number: 6401,
    name: 'Support',
    members: ['1001', '1002'],
    strategy: 'longest_idle',
    max_wait: 600,
    destination: '1003',
  },
  'PATCH /instances/:instance_uuid/queues/:queue_id': { wrap_up_time: 30 },
  'PUT /instances/:instance_uuid/queues/:queue_id/agents/:agent_number': { signed_in: true },
  'POST /trunks': {
    name: 'Provider',
    kind: 'registration',
    host: 'sip.example.com',
    username: 'acme',
    password: 'our-password',
  },
  'PATCH /trunks/:trunk_id': { enabled: false },
  'POST /dids': {
    number: '+12025550123',
    destination: { kind: 'internal', pbx: 'INSTANCE_UUID', number: '1001' },
  },
  'PATCH /dids/:did_id': { name: 'Front desk' },
  'POST /outbound-routes': {
    name: 'Germany',
    patterns: ['+49.'],
    dial_prefix: '9',
    number_format: 'national',
  },
  'POST /instances/:instance_uuid/devices': {
    vendor: 'yealink',
    label: 'Reception',
    mac: '00:15:65:aa:bb:cc',
    extensions: [1001],
    lamps: [1002],
  },
  'PATCH /outbound-routes/:outbound_route_id': { calling_class: 'international' },
  'POST /company/contacts/import': 'first_name,last_name,email\nGrace,Hopper,grace.hopper@example.com\n',
  'POST /instances/:instance_uuid/bulks/extensions/import': 'number,name\n1101,Front desk\n1102,Workshop\n',
  'POST /invitations/accept': { token: 'TOKEN' },
  'PUT /texting/carrier': {
    host: 'smsc.example.com',
    port: 2775,
    system_id: 'acme',
    password: 'our-password',
    tls: true,
  },
  'POST /texting/contacts': { number: '+14155550101', first_name: 'Grace', last_name: 'Hopper' },
  'PUT /texting/contacts/:contact_id': { first_name: 'Grace' },
  'POST /texting/conversations': {
    from_number: '+12025550101',
    recipients: [{ number: '+14155550101' }],
    conversation_type: 'direct',
  },
  'POST /texting/conversations/:conversation_id/messages/publish': { text: 'We open at nine.' },
  'POST /texting/conversations/:conversation_id/messages/read': { messagesIds: ['MESSAGE_ID'] },
  'PUT /texting/numbers/:number': { users: ['CONTACT_ID'] },
  'PATCH /status/current-user': { main_status: { status: 'away' } },
  'POST /fax/messages': { to: '+12025550112', subject: 'Order 4711' },
  'PATCH /fax/messages/:fax_id': { is_read: true },
  'POST /files': { name: 'notes.txt' },
  'POST /api-keys': { name: 'CRM', scopes: ['read'] },
  'PATCH /api-keys/:key_id': { name: 'Old CRM' },
  'POST /webhooks': { url: 'https://example.com/hook', events: ['texting.message.new'] },
  'PATCH /webhooks/:webhook_id': { events: ['texting.message.new', 'fax.message.new'] },
}
