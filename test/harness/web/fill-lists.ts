import { ACME_KEY } from '../../../src/telephony/demo/create-demo-companies.ts'
import type { OwnWebWorld, Person } from './web-world.ts'

const DAY_SECONDS = 86_400

/** A picture of one pixel, PNG. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** For the addresses of pages about one of them. */
export type PhoneIds = Record<
  'instance' | 'extension' | 'person' | 'fax' | 'conversation' | 'webhook',
  string
>

/** Rows for every list of the phones that the full demo leaves empty, and phones and calls in every state. */
export async function fillPhoneLists(world: OwnWebWorld): Promise<PhoneIds> {
  const call = <Answer = Record<string, unknown>>(path: string, body?: unknown) =>
    world.telephony<Answer>(ACME_KEY, path, body)
  const [instance] = await call<[{ uuid: string; internal_domain: string }]>('GET /instances')
  const routes = `/instances/${instance.uuid}`
  const [trunk] = await call<[{ id: string }]>('GET /trunks')
  const queue = { number: 2101, name: 'Front desk', members: ['1001', '1002'], destination: '1003' }
  const { id: queueId } = await call<{ id: string }>(`POST ${routes}/queues`, queue)
  await call(`PUT ${routes}/queues/${queueId}/agents/1002`, { signed_in: true })
  const lot = { number: 2300, name: 'Parking', first_slot: 2301, last_slot: 2305 }
  const { id: lotId } = await call<{ id: string }>(`POST ${routes}/parking-lots`, lot)
  const { id: roomId } = await call<{ id: string }>(`POST ${routes}/conference-rooms`, {
    number: 2200,
    name: 'Weekly',
    moderators: ['1001'],
  })
  const rows: [path: string, body: unknown][] = [
    ['/outbound-routes', { name: 'Germany', patterns: ['+49.'], dial_prefix: '9' }],
    [`${routes}/paging-groups`, { number: 2400, name: 'Warehouse', members: ['1001', '1002'] }],
    [`${routes}/name-directories`, { number: 2500, name: 'By name', destination: '1003' }],
    [
      `${routes}/devices`,
      { vendor: 'yealink', label: 'Reception', mac: '00:15:65:aa:bb:cc', extensions: [1001], lamps: [1002] },
    ],
    [`${routes}/devices`, { vendor: 'linphone', label: 'My app', extensions: [1002] }],
    ['/blocked-numbers', { number: '+12025550165', note: 'Advertising' }],
    ['/blocked-numbers', { number: '+252', is_prefix: true, for_company: true }],
    ['/webhooks', { url: 'https://example.com/hook', events: ['texting.message.new'] }],
    ['/api-keys', { name: 'CRM', scopes: ['read'] }],
    ['/api-keys', { name: 'Old', scopes: ['read', 'write'], expires_at: '2999-12-31' }],
    ['/company/locations', { name: 'Harbour office', country: 'United States', city: 'Oakland' }],
    [
      '/company/contacts',
      { first_name: 'Grace', last_name: 'Hopper', contacts: { email: 'grace@example.com' } },
    ],
    ['/fax/destinations', { emails: ['office@example.com', 'ada@example.org'] }],
  ]
  for (const [path, body] of rows) await call(`POST ${path}`, body)
  await importExtensions(world.url, `${routes}/bulks/extensions/import`)

  const { pbx } = world
  const domain = instance.internal_domain
  const phone = (number: number) => ({ domain, number })
  const outside = (number: string) => ({ trunk: trunk.id, number, name: '' })
  await pbx.report(phone(1001), { state: 'AUTHENTICATED' })
  await pbx.report(phone(1002), { state: 'AUTHENTICATED', callStatus: 'in_call' })
  const now = Date.now()
  const begin = (id: string, number: string, dialled: string) => {
    const address = outside(number)
    pbx.reportCall({ kind: 'callBegan', call: id, address, dialled })
    return { call: id, address, callerId: { name: '', number }, since: now }
  }
  const talk = begin('now', '+12025550150', '1002')
  pbx.reportCall({ ...talk, kind: 'phoneCalled', called: phone(1002), outcome: 'answered' })
  pbx.reportCall({
    ...{ kind: 'recordingState', call: talk.call, address: phone(1002) },
    ...{ isRecording: true, canChange: true },
  })
  const company = { companyId: 1 }
  const waiting = begin('waiting', '+12025550151', '2101')
  pbx.reportCall({ ...waiting, ...company, kind: 'queueCall', queueId, state: 'waiting' })
  const inRoom = begin('room', '+12025550152', '2200')
  pbx.reportCall({
    ...{ ...inRoom, ...company, kind: 'conferenceCall' },
    ...{ roomId, isModerator: false, state: 'entered' },
  })
  const parked = begin('parked', '+12025550153', '1001')
  pbx.reportCall({
    ...{ ...parked, ...company, kind: 'parkedCall', lotId, slot: 2301, parkedBy: phone(1001) },
    ...{ returnsAt: now + 600_000, state: 'parked' },
  })
  const newestOf = async (path: string) => (await call<{ id: string }[]>(`GET ${path}`))[0]?.id ?? ''
  const [extension] = await call<[{ _id: string }]>(`GET ${routes}/bulks/extensions`)
  return {
    instance: instance.uuid,
    extension: extension._id,
    person: await newestOf('/system/company/contacts'),
    fax: await newestOf('/fax/messages'),
    conversation: await newestOf('/texting/conversations'),
    webhook: await newestOf('/webhooks'),
  }
}

/** A table that the server works through, and keeps as an import. */
async function importExtensions(url: string, path: string): Promise<void> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ACME_KEY}`,
      'x-user-id': 'primary',
      'content-type': 'text/csv',
    },
    body: 'number,name\n1101,Front desk\n1102,Workshop\n',
  })
  if (!response.ok) throw new Error(`The import failed: ${await response.text()}`)
}

/** Rows for every list of the organization and of Ada's settings, and every kind of content in messages. */
export async function fillChatLists(world: OwnWebWorld): Promise<{ directId: number; topicId: number }> {
  const ada = <Answer = Record<string, unknown>>(call: string, fields?: Record<string, unknown>) =>
    world.chat<Answer>('ada', call, fields)
  const test = await world.streamId('test')
  const engineering = await world.streamId('engineering')
  const { members } = await ada<{ members: { user_id: number; email: string }[] }>('GET /users')
  const idOf = (name: string) => members.find(({ email }) => email === `${name}@example.com`)!.user_id
  const send = async (from: Person, topic: string, content: string) =>
    (await world.chat<{ id: number }>(from, 'POST /messages', { type: 'stream', to: 'test', topic, content }))
      .id
  const contents = [
    '| what | who |\n|---|---|\n| Press kit | Ben |',
    '> A name for the mascot\n\nI vote for *Switchy*, **really**, and not ~~that~~.',
    '```python\nfor row in rows:\n    print(row)\n```',
    '````spoiler The end\nIt was the butler.\n````',
    '- one\n- two\n\n1. three\n\n[example](https://example.com) `code` :tada: $$x^2$$',
    '@**Ada Lovelace** look at #**general** and call +1 202 555 0143. @**all** <time:2030-01-01T10:00:00Z>',
    '/poll Lunch?\nSoup\nNoodles',
    '/todo Release\nTag it\nPublish',
    '/me waves',
    `${'A long message. '.repeat(200)}`,
  ]
  let topicId = 0
  for (const content of contents) topicId = await send('ben', 'everything', content)
  const own = await send('ada', 'everything', 'Of Ada, to be edited.')
  await ada(`PATCH /messages/${own}`, { content: 'Of Ada, edited.' })
  for (const person of ['ada', 'ben', 'cleo'] as const) {
    if (person !== 'cleo')
      await world.chat(person, `POST /messages/${own}/reactions`, { emoji_name: 'heart' })
  }
  await ada('POST /messages/flags', { messages: [topicId, own], op: 'add', flag: 'starred' })
  const direct = { type: 'private', to: ['ada@example.com'], content: 'Coffee at three?' }
  const { id: directId } = await world.chat<{ id: number }>('cleo', 'POST /messages', direct)
  const due = Math.floor(Date.now() / 1000) + DAY_SECONDS
  const scheduled = { type: 'stream', to: test, topic: 'later', content: 'Good morning.' }
  await ada('POST /scheduled_messages', { ...scheduled, scheduled_delivery_timestamp: due })
  await ada('POST /reminders', {
    message_id: topicId,
    scheduled_delivery_timestamp: due,
    note: 'Answer this',
  })
  const draft = { type: 'stream', to: [test], topic: 'half', content: 'Half a thought', timestamp: due }
  await ada('POST /drafts', { drafts: [draft] })
  await ada('POST /saved_snippets', { title: 'Greeting', content: 'Hello and welcome!' })
  await ada('POST /user_topics', { stream_id: engineering, topic: 'slow imports', visibility_policy: 1 })
  await ada(`POST /users/me/muted_users/${idOf('lena')}`)
  await ada('POST /users/me/alert_words', { alert_words: ['anvil'] })
  await ada('POST /users/me/status', { status_text: 'At lunch', emoji_name: 'pizza' })
  await world.chat('ben', 'POST /users/me/status', { status_text: 'Focus', do_not_disturb: true })
  await ada('POST /user_groups/create', {
    name: 'designers',
    description: 'Who draws',
    members: [idOf('ada'), idOf('ben')],
  })
  await ada('POST /realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' })
  await ada('POST /realm/domains', { domain: 'example.org', allow_subdomains: true })
  await ada('POST /invites', { invitee_emails: 'grace@example.org' })
  await ada('POST /invites/multiuse', {})
  await ada('POST /realm/legal_holds', { user_id: idOf('omar'), reason: 'Case 12' })
  await ada('POST /default_streams', { stream_id: test })
  await ada('POST /users', { email: 'left@example.com', full_name: 'Lea Left', password: 'demo-password-2' })
  const { members: more } = await ada<{ members: typeof members }>('GET /users')
  const left = more.find(({ email }) => email === 'left@example.com')!
  await ada(`DELETE /users/${left.user_id}`)
  await upload(world, '/realm/emoji/anvil', dot, 'anvil.png', 'image/png')
  const people = Buffer.from('email,name\nnora@example.com,Nora New\n')
  await upload(world, '/realm/people_imports', people, 'team.csv', 'text/csv')
  return { directId, topicId }
}

async function upload(
  { url }: OwnWebWorld,
  path: string,
  bytes: Buffer,
  name: string,
  type: string,
): Promise<void> {
  const username = 'ada@example.com'
  const key = await fetch(`${url}/api/v1/dev_fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username }),
  })
  const { api_key: apiKey } = (await key.json()) as { api_key: string }
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const headers = { authorization: `Basic ${btoa(`${username}:${apiKey}`)}` }
  const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}
