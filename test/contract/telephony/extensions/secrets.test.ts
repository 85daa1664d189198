import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const names = ['password', 'secret', 'voicemail_vmpwd'] as const
type Secrets = Record<(typeof names)[number], string>

describe.each(engines)('Credentials of extensions on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let cleo: TelephonyClient
  let number = 9000
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/bulks/extensions`
    const { id } = (await world.ada.post('/company/contacts', { first_name: 'Cleo' })).body
    cleo = world.ada.with({ 'x-user-id': id })
  })
  afterAll(() => world.stop())

  const create = async (data: object = {}, client = world.ada) => {
    number += 1
    const user = { id: world.demo.acme.ben.id }
    return client.post(path, { data: { id: number, name: 'Secret', ...data }, user })
  }
  const urlOf = ({ _id }: { _id: string }) => `${path}/${_id}`
  const secretsOf = ({ data }: { data: Secrets }) => names.map((name) => data[name])

  /** Nothing in the answer is or contains one of them. */
  function expectHidden(body: { data: object; 'qr-config': unknown; phone: never[] }, secrets: string[]) {
    for (const name of names) expect(body.data).not.toHaveProperty(name)
    expect(body['qr-config']).toBeNull()
    expect((body.phone as { data: { reg: object[] } }[])[0]!.data.reg[0]).not.toHaveProperty('password')
    for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
  }

  function expectShown(
    body: { data: Secrets; 'qr-config': object; phone: { data: { reg: object[] } }[] },
    secrets: string[],
  ) {
    expect(secretsOf(body)).toEqual(secrets)
    expect(body['qr-config']).toMatchObject({ password: body.data.secret })
    expect(body.phone[0]!.data.reg[0]).toMatchObject({ password: body.data.secret })
  }

  it('made by the server: secret and password of 24 or more letters and digits, a PIN of 6 or more digits', async () => {
    const made = [await create(), await create(), await create()].map(({ body }) => body.data as Secrets)
    for (const data of made) {
      expect(data.secret).toMatch(/^[A-Za-z0-9]{24,}$/)
      expect(data.password).toMatch(/^[A-Za-z0-9]{24,}$/)
      expect(data.voicemail_vmpwd).toMatch(/^\d{6,}$/)
      expect(data.password).toBe(data.secret)
    }
    expect(new Set(made.map((data) => data.secret)).size).toBe(3)
    expect(new Set(made.map((data) => data.voicemail_vmpwd)).size).toBeGreaterThan(1)
  })

  it('given by the client: taken as they are', async () => {
    const secret = 'My-own~secret_of-24-chars'
    for (const given of [{ secret }, { password: secret }, { secret, password: secret }]) {
      const { status, body } = await create({ ...given, voicemail_vmpwd: '0123' })
      expect(status).toBe(201)
      expect(body.data).toMatchObject({ secret, password: secret, voicemail_vmpwd: '0123' })
    }
  })

  it('secret and password are two names of one credential', async () => {
    const made = (await create()).body
    const change = async (data: object) => (await world.ada.patch(urlOf(made), { data })).body
    const [first, second] = ['changed-by-secret-24-char', 'changed-by-password-24-ch']
    // The other one comes back as it was.
    expectShown(await change({ ...made.data, secret: first }), [first, first, made.data.voicemail_vmpwd])
    const now = { secret: first, password: second }
    expectShown(await change(now), [second, second, made.data.voicemail_vmpwd])
    const both = await change({ secret: 'x'.repeat(24), password: 'y'.repeat(24) })
    expect(both.errors[0].pointer).toBe('/data/password')
    const { status, body } = await create({ secret: first, password: second })
    expect([status, body.errors[0].pointer]).toEqual([400, '/data/password'])
  })

  it.each([
    ['secret', ''],
    ['secret', 'short'],
    ['secret', 'with blanks in it, many'],
    ['secret', 'ümlaute-ümlaute-ümlaute'],
    ['secret', 'x'.repeat(129)],
    ['password', 'fifteen-letters'],
    ['voicemail_vmpwd', '123'],
    ['voicemail_vmpwd', '12a4'],
    ['voicemail_vmpwd', ''],
  ])('too weak or not usable: %s "%s" is a 400', async (name, value) => {
    const { status, body } = await create({ [name]: value })
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe(`/data/${name}`)
    expect(body.detail).not.toContain(value || '""')
  })

  it('GET of one: owner and assigned user only', async () => {
    const made = (await create()).body
    for (const client of [world.ada, world.ben]) {
      expectShown((await client.get(urlOf(made))).body, secretsOf(made))
    }
    expectHidden((await cleo.get(urlOf(made))).body, secretsOf(made))
    expect((await world.hank.get(urlOf(made))).status).toBe(404)
    expect((await world.stranger.get(urlOf(made))).status).toBe(401)
  })

  it('POST: the owner sees them, and the assigned user; another user who creates it does not', async () => {
    const byOwner = (await create()).body
    expectShown(byOwner, secretsOf(byOwner))
    const byUser = (await create({}, world.ben)).body
    expectShown(byUser, secretsOf(byUser))
    const byOther = (await create({ secret: 'known-to-who-sends-it-24' }, cleo)).body
    expectHidden(byOther, ['known-to-who-sends-it-24'])
  })

  it.each([
    ['bulks/extensions', () => path],
    ['extensions', () => path.replace('/bulks', '')],
    ['account', () => `/account/${world.demo.acme.ben.id}/extensions`],
  ])('GET %s: owner and assigned user only', async (_name, list) => {
    const made = (await create()).body
    const find = async (client: TelephonyClient) =>
      (await client.get(list())).body.find((one: { _id: string }) => one._id === made._id)
    expectShown(await find(world.ada), secretsOf(made))
    expectShown(await find(world.ben), secretsOf(made))
    expectHidden(await find(cleo), secretsOf(made))
  })

  it('GET of a list: each entry is judged by itself', async () => {
    const { body } = await world.ben.get(path, { search: '100' })
    for (const one of body) {
      const mine = one.user?.id === world.demo.acme.ben.id
      expect('secret' in one.data, one.data.id).toBe(mine)
    }
  })

  it('PUT and PATCH: the answer has them for owner and assigned user only', async () => {
    const made = (await create()).body
    const user = { id: world.demo.acme.ben.id }
    for (const verb of ['put', 'patch'] as const) {
      const change = { data: { name: 'Changed' }, user }
      expectShown((await world.ada[verb](urlOf(made), change)).body, secretsOf(made))
      expectShown((await world.ben[verb](urlOf(made), change)).body, secretsOf(made))
      expectHidden((await cleo[verb](urlOf(made), change)).body, secretsOf(made))
    }
  })

  it('403: others cannot change them, and cannot find out whether a guess is right', async () => {
    const made = (await create()).body
    for (const name of names) {
      for (const guess of [made.data[name], made.data[name].replaceAll(/./g, '7')]) {
        const answer = await cleo.patch(urlOf(made), { data: { [name]: guess } })
        expect(answer.status).toBe(403)
        expect(JSON.stringify(answer.body)).not.toContain(made.data[name])
      }
    }
    expect(secretsOf((await world.ada.patch(urlOf(made), {})).body)).toEqual(secretsOf(made))
  })

  it('changed by its user: the new one is in every place, and the PBX has its hash', async () => {
    const made = (await create()).body
    const hash = async () =>
      (
        await world.telephony.database.read
          .selectFrom('pbx_accounts')
          .select('ha1')
          .where('number', '=', made.data.id)
          .executeTakeFirstOrThrow()
      ).ha1
    const before = await hash()
    const { body } = await world.ben.patch(urlOf(made), { data: { secret: 'brand-new-secret-of-24-x' } })
    const changed = 'brand-new-secret-of-24-x'
    expectShown(body, [changed, changed, made.data.voicemail_vmpwd])
    expect(await hash()).not.toBe(before)
  })

  it('unassigned: the former user does not see them any more', async () => {
    const made = (await create()).body
    await world.ada.patch(urlOf(made), { user: null })
    const found = (await world.ben.get(path, { search: String(made.data.id) })).body[0]
    expectHidden(found, secretsOf(made))
  })

  it('DELETE: the answer has them for those who may delete', async () => {
    const made = (await create()).body
    expectShown((await world.ben.delete(urlOf(made))).body, secretsOf(made))
  })

  it('at rest: not in the database, not in its log of changes, nor in answers kept for retries', async () => {
    const given = {
      secret: 'needle-secret-0123456789',
      password: 'needle-secret-0123456789',
      voicemail_vmpwd: '90817263544',
    }
    const byKey = world.ada.with({ 'idempotency-key': 'once' })
    const made = (await create(given, byKey)).body
    const generated = (await create()).body
    await world.ada.patch(urlOf(generated), { data: { name: 'Written again' } })
    const gone = (await create()).body
    await world.ada.delete(urlOf(gone))
    const bytes = await storedBytes(world)
    expect(bytes.includes('Written again'), 'the search finds what is there').toBe(true)
    for (const secret of [...secretsOf(made), ...secretsOf(generated), ...secretsOf(gone)]) {
      // Six digits may be part of a time or an id by chance.
      if (secret.length > 6) expect(bytes.includes(secret)).toBe(false)
    }
    expect(bytes.includes('dev-acme-key'), 'the API key').toBe(false)
  })
})

/** All that the database has on its disk. */
async function storedBytes({ config }: TelephonyWorld): Promise<Buffer> {
  if (config.databaseUrl === undefined) {
    const files = readdirSync(config.dataDir, { recursive: true, withFileTypes: true })
    return Buffer.concat(
      files.filter((file) => file.isFile()).map((file) => readFileSync(join(file.parentPath, file.name))),
    )
  }
  const client = new Client({ connectionString: config.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select table_schema as schema, table_name as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
    )
    const texts: string[] = []
    for (const { schema, name } of rows) {
      const all = await client.query(`select row_to_json(one)::text as line from "${schema}"."${name}" one`)
      texts.push(...all.rows.map(({ line }) => line))
    }
    return Buffer.from(texts.join('\n'))
  } finally {
    await client.end()
  }
}
