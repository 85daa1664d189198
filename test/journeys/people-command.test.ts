import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUserByEmail } from '../../src/chat/identity/users/user-store.ts'
import { engines } from '../harness/engines.ts'
import { runInProcess } from '../harness/run-in-process.ts'
import { watch } from '../harness/watch-events.ts'
import { startWorld, type World } from '../harness/world.ts'

describe.each(engines)('switchboard people on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
    await world.ada.post('/user_groups/create', { name: 'Cooks', description: '', members: '[]' })
  })
  afterAll(() => world.stop())

  /** Beside the running server, on its data. */
  const run = (lines: readonly string[], ...more: string[]) => {
    const { dataDir, databaseUrl } = world.config
    const file = join(dataDir, 'people.csv')
    writeFileSync(file, lines.join('\n'))
    const place = { dataDir, databaseUrl, remove: async () => {} }
    return runInProcess(['people', '--import', file, ...more], { place, environment: { LOG_LEVEL: 'error' } })
  }
  const everyone = async () => (await world.ada.get('/users')).body.members
  const find = async (email: string) =>
    (await everyone()).find((one: { email: string }) => one.email === email)

  /** The running server notices the writes of a command within about a second. */
  const sees = (email: string, fields: object) => expect.poll(() => find(email)).toMatchObject(fields)

  /** The kinds of all events since it was called, read again and again. */
  const hear = (queue: Awaited<ReturnType<typeof watch>>) => {
    const heard: string[] = []
    return async () => {
      for (const { type, op } of await queue.news()) heard.push(`${type} ${op}`)
      return heard
    }
  }

  const good = [
    'Email;Name;Role;Active;Groups;Streams',
    'nina@example.com;Nina New;guest;;cooks;random | leadership',
    'ben@example.com;Benjamin;;;Cooks;',
    'cleo@example.com;;;no;;',
    'gus@example.com;;;;;',
  ]

  it('--dry-run says what each row would do, and changes nothing', async () => {
    const before = await everyone()
    const { code, stdout } = await run(good, '--dry-run')
    expect(code).toBe(0)
    expect(stdout.split('\n')).toEqual([
      'Line 2: create nina@example.com',
      'Line 3: change ben@example.com',
      'Line 4: deactivate cleo@example.com',
      'Line 5: leave as it is: gus@example.com',
      'Nothing was changed.',
      '',
    ])
    expect(await everyone()).toEqual(before)
  })

  it('names the problem of each row; one wrong row, and nothing is changed', async () => {
    const before = await everyone()
    const { code, stdout, stderr } = await run([
      'email,name,role,active,groups,streams',
      'good@example.com,Good,,,,',
      'nobody,N*,boss,perhaps,bakers,nowhere',
      'good@example.com,Again,,,,',
      'hook-bot@example.com,Hook,,,,',
      ',Nameless,,,,',
      'gone@example.com,Gone,,no,,',
      'new@example.com,,,,,,extra',
    ])
    expect(code).toBe(1)
    for (const line of [
      'Line 3: Enter a valid email address..',
      'Line 3: Invalid characters in name!.',
      "Line 3: role is 'boss', not administrator, member, guest.",
      "Line 3: active is 'perhaps', not yes or no.",
      "Line 3: there is no group 'bakers'.",
      "Line 3: there is no stream 'nowhere'.",
      'Line 4: good@example.com is also in line 2.',
      'Line 5: hook-bot@example.com is a bot.',
      'Line 6: email is missing.',
      'Line 7: nobody has this email address, so nobody can be deactivated.',
      'Line 8: name is missing: a new person needs one.',
      'Line 8: has 7 cells, and the header 6.',
    ].map((text) => text.replace(/([.!])\.$/, '$1')))
      expect(stdout).toContain(`${line}\n`)
    expect(stderr).toContain('6 of 7 rows are wrong. Nothing was changed.')
    expect(await everyone()).toEqual(before)
    expect((await run(['email,salary', 'a@example.com,1'])).stderr).toContain('salary is not a known column.')
  })

  it('does it, with the events of a single change; a second time changes nothing', async () => {
    const gus = await watch(world.gus, ['realm_user', 'user_group'])
    const { code, stdout } = await run(good)
    expect(stdout).toBe('Created 1, changed 1, deactivated 1, reactivated 0, left 1 as they were.\n')
    expect(code).toBe(0)
    await sees('cleo@example.com', { is_active: false })
    const nina = await find('nina@example.com')
    expect(nina).toMatchObject({ full_name: 'Nina New', role: 600, is_active: true })
    expect(await find('ben@example.com')).toMatchObject({ full_name: 'Benjamin', role: 400 })
    expect((await world.cleo.get('/users/me')).body.code).toBe('USER_DEACTIVATED')
    const own = await world.as((await findUserByEmail(world.chat.database.read, 1, nina.email))!)
    const { subscriptions } = (await own.get('/users/me/subscriptions')).body
    expect(subscriptions.map(({ name }: { name: string }) => name).sort()).toEqual(['leadership', 'random'])
    const [cooks] = (await world.ada.get('/user_groups')).body.user_groups
    expect(cooks.members.sort()).toEqual([world.demo.people.ben.id, nina.user_id].sort())
    await expect.poll(hear(gus)).toEqual([
      'realm_user add',
      'user_group add_members',
      // The name, and the picture that is made from it.
      'realm_user update',
      'realm_user update',
      'user_group add_members',
      'realm_user remove',
    ])
    await run(good)
    await run(['email,active', 'cleo@example.com,yes'])
    await sees('cleo@example.com', { is_active: true })
    await expect.poll(hear(gus)).toEqual(['realm_user add'])
  })

  it('the last administrator stays, and the other rows are done', async () => {
    const { code, stderr, stdout } = await run([
      'email,name,active',
      'ada@example.com,,no',
      'gus@example.com,Gustav,',
    ])
    expect(code).toBe(1)
    expect(stdout).toContain('1 of these failed')
    expect(stderr).toContain('Line 2: Cannot deactivate the only organization administrator.')
    await sees('gus@example.com', { full_name: 'Gustav' })
    expect(await find('ada@example.com')).toMatchObject({ is_active: true })
  })
})
