/** One request to one of the two products, or a mail. */
export interface HostileInput {
  name: string
  product: 'chat' | 'telephony' | 'mail'
  method: string
  path: string
  /** the media type */
  type: string
  body: string | Uint8Array | FormData
}

const wanted = (name: string, body: object): HostileInput => ({
  name,
  product: 'chat',
  method: 'POST',
  path: '/api/v1/users/me/subscriptions',
  type: 'application/json',
  body: JSON.stringify(body),
})

const times = <T>(length: number, make: (at: number) => T) => Array.from({ length }, (_, at) => make(at))

/** Where a route has a cost of its own: the worst that its limits permit. */
export function ownInputs(instance: string): HostileInput[] {
  const importContacts = '/company/contacts/import?dry_run=true'
  const importExtensions = `/instances/${instance}/bulks/extensions/import?dry_run=true`
  const table = (name: string, path: string, type: string, body: string): HostileInput => ({
    name,
    product: 'telephony',
    method: 'POST',
    path,
    type,
    body,
  })
  const message = (name: string, content: string): HostileInput => ({
    name: `POST /api/v1/messages: ${name}`,
    product: 'chat',
    method: 'POST',
    path: '/api/v1/messages',
    type: 'application/json',
    body: JSON.stringify({ type: 'stream', to: 'test', topic: 'hostile', content }),
  })
  const streams = (count: number, name: string) => times(count, (at) => ({ name: `${name} ${at}` }))
  return [
    wanted('100 new streams', { subscriptions: streams(100, 'new') }),
    wanted('101 new streams', { subscriptions: streams(101, 'more') }),
    wanted('10,000 times the same stream', { subscriptions: times(10_000, () => ({ name: 'test' })) }),
    wanted('10,000 times the same principal', {
      subscriptions: [{ name: 'test' }],
      principals: times(10_000, () => 'ben@example.com'),
    }),
    wanted('10,000 unknown principals', {
      subscriptions: [{ name: 'test' }],
      principals: times(10_000, (at) => at + 500),
    }),
    wanted('100 streams, 4 people', {
      subscriptions: streams(100, 'new'),
      principals: ['ada@example.com', 'ben@example.com', 'cleo@example.com', 'gus@example.com'],
    }),
    table('CSV: 2 million rows', importContacts, 'text/csv', `first_name\n${',\n'.repeat(2_000_000)}`),
    table('CSV: 1 million columns', importContacts, 'text/csv', 'c,'.repeat(1_000_000)),
    table(
      'CSV: 10,000 users',
      importContacts,
      'text/csv',
      csv(10_000, 'first_name,email,title', (at) => `Una,u${at}@x.example,${'t'.repeat(400)}`),
    ),
    table(
      'CSV: 10,000 wrong users',
      importContacts,
      'text/csv',
      csv(10_000, 'email,timezone,birthdate,activated', () => 'x,x,x,x'),
    ),
    table(
      'CSV: 10,000 extensions',
      importExtensions,
      'text/csv',
      csv(10_000, 'number,name', (at) => `${20_000 + at},${'n'.repeat(60)}`),
    ),
    table(
      'CSV: 10,000 wrong extensions',
      importExtensions,
      'text/csv',
      csv(10_000, 'number,email,location,purpose', () => 'x,x,x,x'),
    ),
    table('JSON: 1.6 million items', importContacts, 'application/json', `[${'{},'.repeat(1_600_000)}{}]`),
    table(
      'JSON: 10,000 objects of 500 bytes',
      importContacts,
      'application/json',
      JSON.stringify(times(10_000, () => ({ first_name: 'n'.repeat(480) }))),
    ),
    table(
      'JSON: 10,000 objects with unknown fields',
      importContacts,
      'application/json',
      JSON.stringify(times(10_000, () => Object.fromEntries(times(40, (at) => [`f${at}`, 0])))),
    ),
    message('emphasis', '*a_ '.repeat(2500)),
    message('links', '[a]('.repeat(2500)),
    message('mentions', '@**a|1** '.repeat(1100)),
    message('code', `\`\`\`js\n${'a=/x/;'.repeat(1600)}\n\`\`\``),
    message('quotes', '>'.repeat(9990)),
  ]
}

const csv = (rows: number, header: string, row: (at: number) => string) =>
  [header, ...times(rows, row)].join('\n')

export function mailInputs(to: string): HostileInput[] {
  const mail = (name: string, lines: string[]): HostileInput => ({
    name: `mail: ${name}`,
    product: 'mail',
    method: '',
    path: to,
    type: '',
    body: lines.join('\r\n'),
  })
  const html = (part: string) => [
    'Subject: x',
    'Content-Type: text/html',
    '',
    part.repeat(Math.floor(1_000_000 / part.length)),
  ]
  return [
    mail('groups in groups', [`From: ${'g:'.repeat(30_000)}`, '', 'x']),
    mail('encoded words', [
      'From: a@b.example',
      `Subject:${' =?utf-8?B?w6Q=?=\r\n'.repeat(6500)} x`,
      '',
      'x',
    ]),
    mail('1 MB of tags', html('<b>')),
    mail('1 MB of entities', html('&amp;')),
    mail('1 MB of attributes', html('<a href="x" ')),
    mail('1 MB of quoted lines', ['Subject: Re: x', '', '> x\r\n'.repeat(200_000)]),
    mail('10 MB of text', ['Subject: x', '', `${'x'.repeat(998)}\r\n`.repeat(10_000)]),
    mail('190 parts', [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b\r\nContent-Disposition: attachment; filename=a\r\n\r\nx\r\n'.repeat(190),
    ]),
  ]
}
