import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import { deleteOldPeopleImports } from '../../../src/chat/organization/people-import/order-people-import.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const soon = { timeout: 20_000, interval: 30 }
const DAY_SECONDS = 86_400

interface Member {
  user_id: number
  email: string
  role: number
  is_active: boolean
}

describe.each(engines)('people from a CSV file on %s', (engine) => {
  let world: World
  let other: Organization
  beforeAll(async () => {
    world = await startWorld(engine, { LOG_LEVEL: 'fatal' })
    other = await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(() => world?.stop())

  const upload = (text: string, client: ApiClient = world.ada, name = 'people.csv') =>
    client.upload('/realm/people_imports', { file: { bytes: Buffer.from(text), name, type: 'text/csv' } })
  const rowsOf = async (id: number, more = {}) =>
    (await world.ada.get(`/realm/people_imports/${id}/rows`, more)).body.rows
  const find = async (id: number) =>
    (await world.ada.get('/realm/people_imports')).body.imports.find((one: { id: number }) => one.id === id)
  const start = (id: number, client = world.ada) => client.post(`/realm/people_imports/${id}/start`)
  const members = async (): Promise<Member[]> => (await world.ada.get('/users')).body.members
  const person = async (email: string) => (await members()).find((one) => one.email === email)
  const run = async (text: string) => {
    const { body } = await upload(text)
    expect((await start(body.import.id)).status).toBe(200)
    await vi.waitFor(async () => expect((await find(body.import.id)).finished_at).not.toBeNull(), soon)
    return find(body.import.id)
  }

  it('says first what each row would do, and changes nobody', async () => {
    const before = await members()
    const { status, body } = await upload(
      'email,name,role,active,groups,streams\nnora@example.com,Nora New,guest,,,general|random\nben@example.com,Ben B.,,,,\ncleo@example.com,,,no,,\n',
    )
    expect([status, body.import]).toEqual([
      200,
      expect.objectContaining({ name: 'people.csv', total: 3, wrong: 0, done: 0, started_at: null }),
    ])
    expect(await rowsOf(body.import.id)).toEqual([
      {
        line: 2,
        email: 'nora@example.com',
        name: 'Nora New',
        role: 'guest',
        action: 'create',
        problem: null,
        done_at: null,
      },
      {
        line: 3,
        email: 'ben@example.com',
        name: 'Ben B.',
        role: null,
        action: 'change',
        problem: null,
        done_at: null,
      },
      {
        line: 4,
        email: 'cleo@example.com',
        name: null,
        role: null,
        action: 'deactivate',
        problem: null,
        done_at: null,
      },
    ])
    expect(await rowsOf(body.import.id, { after: 3 })).toHaveLength(1)
    expect(await members()).toEqual(before)
  })

  it('names what is wrong with rows and files, and starts none of them', async () => {
    const { body } = await upload(
      'email,name,role,streams\nnobody,,,\nowner@example.com,Olga,owner,\nada@example.com,,,nowhere\n',
    )
    expect(body.import).toMatchObject({ total: 3, wrong: 3 })
    const problems = (await rowsOf(body.import.id, { problems_only: true })).map(
      ({ problem }: { problem: string }) => problem,
    )
    expect(problems).toEqual([
      expect.stringContaining('name is missing'),
      expect.stringContaining("role is 'owner'"),
      expect.stringContaining("there is no stream 'nowhere'"),
    ])
    expect((await start(body.import.id)).body.msg).toBe('3 of 3 rows are wrong. Nothing was changed.')
    expect(await person('owner@example.com')).toBeUndefined()
    for (const [text, complaint] of [
      ['mail,name\nx@example.com,X\n', /mail/],
      ['', /./],
      ['email,name\n', /no rows/],
      ['email,name\n"x@example.com,X\n', /not closed/],
    ] as const) {
      const answer = await upload(text)
      expect([answer.status, answer.body.msg], text).toEqual([400, expect.stringMatching(complaint)])
    }
    expect((await world.ada.post('/realm/people_imports')).status).toBe(400)
    expect((await upload(`email,name\n${'x'.repeat(5 * 2 ** 20 + 1)}`)).status).toBe(413)
    expect((await start(4711)).body.msg).toBe('Invalid people import ID')
  })

  it('does what was shown in the background, announces it, and reports', async () => {
    const seen = await watch(world.ben, ['realm_user', 'subscription'])
    const made = await run(
      'email,name,role,active,groups,streams\nmax@example.com,Max,member,,,random\nmia@example.com,Mia,administrator,,,\ngus@example.com,,,no,,\n',
    )
    expect(made).toMatchObject({
      total: 3,
      done: 3,
      failed: 0,
      problem: null,
      acting_user_id: world.demo.people.ada.id,
    })
    expect([(await person('max@example.com'))?.role, (await person('mia@example.com'))?.role]).toEqual([
      400, 200,
    ])
    expect((await person('gus@example.com'))?.is_active ?? false).toBe(false)
    const added = (await seen.news()).flatMap(({ type, op, person }) =>
      type === 'realm_user' && op === 'add' ? person.email : [],
    )
    expect(added.sort()).toEqual(['max@example.com', 'mia@example.com'])
    expect((await rowsOf(made.id)).every(({ done_at: at }: { done_at: number | null }) => at !== null)).toBe(
      true,
    )
    const { entries } = (await world.ada.get('/audit_log', { oldest_first: false })).body
    const accounts = entries.filter(({ action }: { action: string }) => action === 'user.created')
    expect(accounts[0].actor.user_id).toBe(made.acting_user_id)
    const again = await run('email,name,active\nmax@example.com,Max,\ngus@example.com,,yes\n')
    expect((await rowsOf(again.id)).map(({ action }: { action: string }) => action)).toEqual([
      'none',
      'reactivate',
    ])
    expect((await start(made.id)).body.msg).toBe('This import has been started')
  })

  it('notes rows that fail after all, and does the others', async () => {
    const { body } = await upload('email,name,active\nmax@example.com,Maximilian,\nzoe@example.com,Zoe,\n')
    const max = (await person('max@example.com'))!
    await world.ada.delete(`/users/${max.user_id}`)
    await start(body.import.id)
    await vi.waitFor(async () => expect((await find(body.import.id)).finished_at).not.toBeNull(), soon)
    expect(await find(body.import.id)).toMatchObject({ done: 2, failed: 1 })
    expect(await rowsOf(body.import.id, { problems_only: true })).toEqual([
      expect.objectContaining({ email: 'max@example.com', problem: expect.stringContaining('deactivated') }),
    ])
    expect(await person('zoe@example.com')).toBeDefined()
  })

  it('adds nobody to a private stream that the administrator does not read', async () => {
    await world.cleo.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
    })
    const { body } = await upload('email,streams\nada@example.com,vault\n')
    expect((await rowsOf(body.import.id))[0].problem).toBe("there is no stream 'vault'")
    const mixed = await upload('email,streams\nben@example.com,leadership\n')
    expect(mixed.body.import.wrong).toBe(0)
    await world.ada.delete('/users/me/subscriptions', { subscriptions: ['leadership'] })
    await start(mixed.body.import.id)
    await vi.waitFor(async () => expect((await find(mixed.body.import.id)).finished_at).not.toBeNull(), soon)
    expect(await find(mixed.body.import.id)).toMatchObject({ done: 1, failed: 1 })
  })

  it('ends when its importer is no longer an administrator', async () => {
    const { user_id: id } = (await person('mia@example.com'))!
    const mia = world.as(
      (await usersTable.find(world.chat.database.read, { realm_id: world.demo.realm.id, id }))!,
    )
    const { body } = await upload(
      'email,name,role\nmia@example.com,,member\nlate@example.com,Late,administrator\n',
      mia,
    )
    expect((await start(body.import.id, mia)).status).toBe(200)
    await vi.waitFor(async () => expect((await find(body.import.id)).finished_at).not.toBeNull(), soon)
    expect(await find(body.import.id)).toMatchObject({ done: 1, problem: expect.stringContaining('may not') })
    expect(await person('late@example.com')).toBeUndefined()
  })

  it('forgets people who are erased', async () => {
    const { id } = await run('email,name\nyara@example.com,Yara\nyuri@example.com,Yuri\n')
    const { user_id: yara } = (await person('yara@example.com'))!
    await world.ada.delete(`/users/${yara}`)
    expect((await world.ada.post(`/users/${yara}/erasure`, { messages: 'keep' })).status).toBe(200)
    await vi.waitFor(async () => {
      const left = (await rowsOf(id)).map(({ email }: { email: string }) => email)
      expect(left).toEqual(['yuri@example.com'])
    }, soon)
  })

  it('is only for administrators, each in their own organization', async () => {
    const { body } = await upload('email,name\nsecret@example.com,Secret\n')
    const { id } = body.import
    for (const client of [world.ben, world.gus]) {
      expect((await upload('email,name\nx@example.com,X\n', client)).body.msg).toBe(
        'Must be an organization administrator',
      )
      expect((await start(id, client)).status).toBe(400)
    }
    expect((await other.chief.get('/realm/people_imports')).body.imports).toEqual([])
    for (const answer of [
      await other.chief.get(`/realm/people_imports/${id}/rows`),
      await other.chief.post(`/realm/people_imports/${id}/start`),
      await other.chief.delete(`/realm/people_imports/${id}`),
    ]) {
      expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid people import ID'])
    }
    expect(await find(id)).toMatchObject({ started_at: null })
  })

  it('keeps the last ten, and none for longer than 30 days', async () => {
    for (let index = 0; index < 11; index += 1) await upload(`email,name\nx${index}@example.com,X\n`)
    const { imports } = (await world.ada.get('/realm/people_imports')).body
    expect(imports).toHaveLength(10)
    expect((await world.ada.delete(`/realm/people_imports/${imports[0].id}`)).status).toBe(200)
    expect(await find(imports[0].id)).toBeUndefined()
    world.clock.advance(31 * DAY_SECONDS)
    await deleteOldPeopleImports(world.chat)
    expect((await world.ada.get('/realm/people_imports')).body.imports).toEqual([])
  })
})
