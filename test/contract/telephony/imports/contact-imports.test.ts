import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const path = '/company/contacts/import'
const csv = { 'content-type': 'text/csv' }

describe.each(engines)('importing users on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  const send = (text: string | Buffer, query = '', client: TelephonyClient = world.ada) =>
    client.call('POST', `${path}${query}`, text, csv)
  const count = async () =>
    Number((await world.ada.get('/system/company/contacts')).headers['x-pagination-total-count'])
  const byEmail = async (email: string) =>
    (await world.ada.get('/system/company/contacts', { work_email: email })).body?.[0]

  it('POST /company/contacts/import creates what a CSV file lists', async () => {
    const { status, body } = await send(
      [
        'first_name,last_name,email,title,timezone,phone_work,phone_mobile,phone_home,phone_other,fax,city,street,zip,activated,description',
        'Cleo,Patra,Cleo@example.com,Queen,Africa/Cairo,+201,+202,+203,+204,+205,Alexandria,Canopic,21500,no,"Reads ""all"" books"',
        'Dora,,,,,,,,,,,,,,',
      ].join('\n'),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ dry_run: false, total: 2, valid: 2, invalid: 0, created: 2 })
    expect(body.rows.map(({ row, status: now }: { row: number; status: string }) => [row, now])).toEqual([
      [0, 'created'],
      [1, 'created'],
    ])
    expect(await byEmail('cleo@example.com')).toMatchObject({
      id: body.rows[0].id,
      first_name: 'Cleo',
      last_name: 'Patra',
      work_email: 'Cleo@example.com',
      title: 'Queen',
      timezone: 'Africa/Cairo',
      activated: false,
      description: 'Reads "all" books',
      contacts: { fax: '+205', phones: { work: '+201', mobile: '+202', home: '+203', other: '+204' } },
      address: { city: 'Alexandria', zip: '21500', street: { name: 'Canopic' } },
      invitation: { status: 'pending' },
    })
  })

  it('takes a list of the ordinary objects', async () => {
    const list = [
      { first_name: 'Emma', contacts: { email: 'emma@example.com', phones: { work: '1' } } },
      { first_name: 'Fay', work_email: 'fay@example.com', company_id: world.demo.acme.company.public_id },
    ]
    const { status, body } = await world.ada.post(path, list)
    expect({ status, created: body.created }).toEqual({ status: 200, created: 2 })
    expect((await byEmail('fay@example.com')).id).toBe(body.rows[1].id)
  })

  it('dry_run=true only tells what is wrong where', async () => {
    const before = await count()
    const text = 'first_name,email,timezone\nGina,gina@example.com,\n,nonsense,Mars/Olympus\n\nHera,,\n'
    const { status, body } = await send(text, '?dry_run=true')
    expect(status).toBe(200)
    expect(body).toEqual({
      dry_run: true,
      total: 3,
      valid: 2,
      invalid: 1,
      created: 0,
      rows: [
        { row: 0, status: 'valid', errors: [] },
        {
          row: 1,
          status: 'invalid',
          errors: [
            { pointer: '/1/first_name', detail: 'is required (line 3)' },
            { pointer: '/1/email', detail: 'must be an email address (line 3)' },
            { pointer: '/1/timezone', detail: expect.stringContaining('time zone') },
          ],
        },
        { row: 2, status: 'valid', errors: [] },
      ],
    })
    expect(await count()).toBe(before)
  })

  it('one wrong row and nobody is created', async () => {
    const before = await count()
    const list = [
      { first_name: 'Iris' },
      { first_name: 'Juno', title: 5 },
      { id: 'x', first_name: 'Kate' },
      'Lena',
    ]
    const { status, body } = await world.ada.post(path, list)
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { pointer: '/1/title', detail: 'must be a string' },
      { pointer: '/2/id', detail: 'is set by the server' },
      { pointer: '/3', detail: 'must be an object' },
    ])
    expect(await count()).toBe(before)
    const dry = await world.ada.post(`${path}?dry_run=true`, list)
    expect(dry.body).toMatchObject({ valid: 1, invalid: 3 })
  })

  it('an address is free only once, in the file and in the company, in any case', async () => {
    const before = await count()
    const text =
      'first_name,email\nA,mona@example.com\nB,MONA@example.com\nC,Ben@Example.com\nD,hank@example.com\n'
    const { body } = await send(text)
    expect(body.errors).toEqual([
      { pointer: '/1/email', detail: 'MONA@example.com is also in row 0 (line 3)' },
      { pointer: '/2/email', detail: expect.stringContaining('belongs to another person') },
    ])
    expect(await count()).toBe(before)
  })

  it('two files with the same address at once: one wins, whole', async () => {
    const before = await count()
    const file = (name: string) => `first_name,email\n${name} 1,\n${name} 2,nora@example.com\n${name} 3,\n`
    const answers = await Promise.all(['X', 'Y'].map((name) => send(file(name))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = answers.find(({ status }) => status === 400)!
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/1/email'])
    expect(await count()).toBe(before + 3)
  })

  it.each([
    ['semicolons', 'first_name;last_name\r\nOlga;"a;b"\r\n', 'Olga', 'a;b'],
    ['tabs', 'first_name\tlast_name\nPia\tde, la\n', 'Pia', 'de, la'],
    ['a byte order mark and no last line end', '\ufefffirst_name,last_name\nQuin,Zoë', 'Quin', 'Zoë'],
    ['lone carriage returns', 'first_name,last_name\rRhea,"two\rlines"\r', 'Rhea', 'two\rlines'],
    ['names with capitals and blanks', 'First Name, Last-Name \nSue, Bee \n', 'Sue', 'Bee'],
    ['a last cell that is empty', 'last_name,first_name,title\nTess,Tina,', 'Tina', 'Tess'],
    ['quotes inside', 'first_name,last_name\nUma,"say ""hi"""\n', 'Uma', 'say "hi"'],
  ])('CSV with %s', async (_name, text, first, last) => {
    expect((await send(text)).body).toMatchObject({ created: 1 })
    const { body } = await world.ada.get('/system/company/contacts', { first_name: first })
    expect(body).toEqual([expect.objectContaining({ first_name: first, last_name: last })])
  })

  it.each([
    ['nothing', '', ''],
    ['only a header', 'first_name\n', ''],
    ['an unknown column', 'first_name,shoe size\nV,43\n', 'shoe size'],
    ['a column twice', 'first_name,First Name\nV,W\n', 'first_name'],
    ['an open quote', 'first_name\n"V\n', ''],
    ['text after a quote', 'first_name\n"V"W\n', ''],
    ['too many cells', 'first_name,last_name\nV,W,X\n', '/0'],
    ['null characters', 'first_name\nV\0\n', ''],
    ['another encoding', Buffer.from('first_name\nJos\xe9\n', 'latin1'), ''],
    ['more than 10,000 rows', `first_name\n${'V\n'.repeat(10_001)}`, ''],
  ])('a CSV file with %s is refused', async (_name, text, pointer) => {
    const before = await count()
    const { status, body } = await send(text)
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe(pointer)
    expect(await count()).toBe(before)
  })

  it.each([['{}'], ['[]'], ['[{"first_name":"A"'], ['[{"first_name":"A\\u0000"}]'], ['null']])(
    'the JSON text %s is refused',
    async (text) => {
      const { status } = await world.ada.call('POST', path, text, { 'content-type': 'application/json' })
      expect(status).toBe(400)
    },
  )

  it.each([
    ['rows', 'text/csv', `first_name\n${',\n'.repeat(2_000_000)}`, 'has too many rows: at most 10000'],
    ['unknown columns', 'text/csv', Array.from({ length: 900 }, (_, at) => `c${at}`).join(), '(and 99 more)'],
    ['columns', 'text/csv', 'c,'.repeat(100_000), 'has 100001 columns: at most 1000'],
    ['items', 'application/json', `[${'{},'.repeat(1_500_000)}{}]`, 'has too many rows: at most 10000'],
    ['values', 'application/json', `[{"a":[${'[],'.repeat(1_500_000)}[]]}]`, 'more than 1000 values'],
    ['levels', 'application/json', '['.repeat(2_000_000), 'nested too deeply'],
  ])('too many %s are refused before anything is built of them', async (_what, type, text, detail) => {
    const response = await world.ada.call('POST', `${path}?dry_run=true`, text, { 'content-type': type })
    expect(response.status).toBe(400)
    expect(response.body.detail).toContain(detail)
  })

  it('other kinds of bodies are 415, and larger ones 413', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await world.ada.call('POST', path, '--x--', form)).status).toBe(415)
    const large = `first_name,description\nA,${'x'.repeat(5 * 1024 * 1024)}\n`
    expect((await world.ada.call('POST', path, large, csv)).status).toBe(413)
    expect((await send('first_name\nA\n', '?dry_run=perhaps')).status).toBe(400)
  })

  it('only the owner can import, into their own company', async () => {
    expect((await send('first_name\nW\n', '', world.ben)).status).toBe(403)
    expect((await send('first_name\nW\n', '', world.stranger)).status).toBe(401)
    const before = await count()
    expect((await send('first_name,email\nXena,ben@example.com\n', '', world.hank)).status).toBe(200)
    expect(await count()).toBe(before)
  })

  it('repeated with the same Idempotency-Key creates nobody twice', async () => {
    const client = world.ada.with({ 'idempotency-key': 'import-1' })
    const first = await send('first_name\nYara\nZoe\n', '', client)
    const again = await send('first_name\nYara\nZoe\n', '', client)
    expect(again.body).toEqual(first.body)
    expect((await world.ada.get('/system/company/contacts', { first_name: 'Yara' })).body).toHaveLength(1)
  })

  it('a thousand users are imported by one request', async () => {
    const lines = Array.from({ length: 1000 }, (_, number) => `Many ${number},many-${number}@example.com`)
    const { body } = await send(['first_name,email', ...lines].join('\n'))
    expect(body.created).toBe(1000)
    expect((await byEmail('many-999@example.com')).id).toBe(body.rows[999].id)
  }, 120_000)
})
