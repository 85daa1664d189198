import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, readIds, sendPrivately, sendToStream } from './message-requests.ts'

/** What Ada finds among these; everything is received by her. */
const all = [
  'apples',
  'Apples again',
  'pears',
  'secret',
  'link',
  'image',
  'file',
  'mention',
  'everyone',
  'alert',
  'starred',
  'muted',
  'read',
  'toBen',
  'toSelf',
  'toGroup',
] as const
type Name = (typeof all)[number]
const without = (...names: Name[]) => all.filter((name) => !names.includes(name))
const privately: Name[] = ['toBen', 'toSelf', 'toGroup']

type Row = [operator: string, operand: unknown, found: readonly Name[]]

/** Each is also asked negated, and then finds the rest. */
const rows: Row[] = [
  ['stream', 'fruit', ['apples', 'Apples again', 'pears']],
  ['stream', 'FRUIT', ['apples', 'Apples again', 'pears']],
  ['stream', '<fruit id>', ['apples', 'Apples again', 'pears']],
  ['stream', 'vault', ['secret']],
  ['topic', 'apples', ['apples', 'Apples again']],
  ['topic', 'APPLES', ['apples', 'Apples again']],
  ['topic', 'apple', []],
  ['sender', 'ben@example.com', ['pears']],
  ['sender', 'Ben@Example.com', ['pears']],
  ['sender', '<ben id>', ['pears']],
  ['pm-with', 'ben@example.com', ['toBen']],
  ['pm-with', 'ada@example.com', ['toSelf']],
  ['pm-with', 'ben@example.com, cleo@example.com', ['toGroup']],
  ['pm-with', 'cleo@example.com,ada@example.com,ben@example.com', ['toGroup']],
  ['pm-with', '<ben and cleo ids>', ['toGroup']],
  ['pm-with', 'gus@example.com', []],
  ['group-pm-with', 'ben@example.com', ['toGroup']],
  ['group-pm-with', '<ben id>', ['toGroup']],
  ['group-pm-with', 'gus@example.com', []],
  ['is', 'private', privately],
  ['is', 'starred', ['starred']],
  ['is', 'unread', without('read')],
  ['is', 'mentioned', ['mention', 'everyone']],
  ['is', 'alerted', ['alert']],
  ['in', 'home', without('muted')],
  ['has', 'link', ['link', 'image', 'file']],
  ['has', 'image', ['image']],
  ['has', 'attachment', ['file']],
  ['streams', 'public', without('secret', ...privately)],
  ['id', '<apples>', ['apples']],
  ['id', '<apples as text>', ['apples']],
  ['id', 999999999, []],
  ['search', 'juicy', ['apples', 'pears']],
  ['search', 'JUICY green', ['apples']],
  ['search', '"green juicy"', []],
  ['search', '"juicy and green"', ['apples']],
  ['search', 'apples', ['apples', 'Apples again']],
  ['search', '100%', ['Apples again']],
  ['search', 'a_b', ['secret']],
  ['search', 'Straße Äpfel', ['starred']],
]

describe.each(engines)('Narrow operators on %s', (engine) => {
  let world: World
  const ids = {} as Record<Name, number>
  let fruit: number
  beforeAll(async () => {
    world = await startWorld(engine)
    fruit = await makeStream(world.ada, 'fruit', ['ada', 'ben'])
    const vault = await makeStream(world.ada, 'vault', ['ada'], { invite_only: true })
    expect(vault).not.toBe(fruit)
    await makeStream(world.ada, 'things', ['ada'])
    await world.ada.post('/users/me/alert_words', { alert_words: ['bonfire'] })
    const things = (content: string, topic = 'things') => sendToStream(world.ada, 'things', topic, content)
    ids.apples = await sendToStream(world.ada, 'fruit', 'apples', 'juicy and green')
    ids['Apples again'] = await sendToStream(world.ada, 'fruit', 'Apples', '100% ripe')
    ids.pears = await sendToStream(world.ben, 'fruit', 'pears', 'very juicy')
    ids.secret = await sendToStream(world.ada, 'vault', 'things', 'a_b')
    ids.link = await things('see https://example.org/page')
    ids.image = await things('![a picture](https://example.org/picture.png)')
    ids.file = await things('[notes](/user_uploads/1/ab/notes.txt)')
    ids.mention = await things('@**Ada Lovelace** look')
    ids.everyone = await things('@**all** look')
    ids.alert = await things('the bonfire burns')
    ids.starred = await things('Äpfel in der STRASSE, in der Straße')
    ids.muted = await things('axb', 'noise')
    ids.read = await things('old', 'read')
    ids.toBen = await sendPrivately(world.ada, ['ben'])
    ids.toSelf = await sendPrivately(world.ada, ['ada'])
    ids.toGroup = await sendPrivately(world.ada, ['ben', 'cleo'])
    const stream_id = (await world.ada.get('/streams')).body.streams.find(
      (stream: { name: string }) => stream.name === 'things',
    ).stream_id
    await world.ada.post('/mark_topic_as_read', { stream_id, topic_name: 'read' })
    await world.ada.patch('/users/me/subscriptions/muted_topics', { stream_id, topic: 'noise', op: 'add' })
    await star(ids.starred)
  })
  afterAll(() => world.stop())

  const star = (id: number) =>
    world.ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })

  function operandOf(operand: unknown): unknown {
    const { ben, cleo } = world.demo.people
    const known: Record<string, unknown> = {
      '<fruit id>': fruit,
      '<ben id>': ben.id,
      '<ben and cleo ids>': [ben.id, cleo.id],
      '<apples>': ids.apples,
      '<apples as text>': String(ids.apples),
    }
    return typeof operand === 'string' ? (known[operand] ?? operand) : operand
  }

  const namesOf = (found: readonly number[]) => all.filter((name) => found.includes(ids[name]))

  it.each(rows)('%s: %s', async (operator, operand, expected) => {
    const found = await readIds(world.ada, [{ operator, operand: operandOf(operand) }])
    expect(namesOf(found)).toEqual(all.filter((name) => expected.includes(name)))
  })

  it.each(rows)('-%s: %s, negated', async (operator, operand, expected) => {
    const found = await readIds(world.ada, [{ operator, operand: operandOf(operand), negated: true }])
    expect(namesOf(found)).toEqual(without(...expected))
  })

  it('in: all | everything, muted topics included', async () => {
    expect(namesOf(await readIds(world.ada, [{ operator: 'in', operand: 'all' }]))).toEqual(all)
  })

  it('near | changes nothing, negated or not', async () => {
    for (const negated of [false, true]) {
      const found = await readIds(world.ada, [{ operator: 'near', operand: ids.apples, negated }])
      expect(namesOf(found)).toEqual(all)
    }
  })

  it('negated: false | the same as without', async () => {
    const found = await readIds(world.ada, [{ operator: 'stream', operand: 'vault', negated: false }])
    expect(namesOf(found)).toEqual(['secret'])
  })

  it('several terms | all of them hold', async () => {
    const found = await readIds(world.ada, [
      { operator: 'stream', operand: 'fruit' },
      { operator: 'topic', operand: 'apples' },
      { operator: 'search', operand: 'juicy', negated: true },
    ])
    expect(namesOf(found)).toEqual(['Apples again'])
  })

  it('several terms | as pairs, and mixed with objects', async () => {
    for (const narrow of [
      [
        ['stream', 'fruit'],
        ['sender', 'ben@example.com'],
      ],
      [['stream', 'fruit'], { operator: 'sender', operand: 'ben@example.com' }],
    ]) {
      const args = { anchor: 'newest', num_before: 50, num_after: 0, narrow }
      expect((await world.ada.get('/messages', args)).body.messages).toMatchObject([{ id: ids.pears }])
    }
  })

  it('is: mentioned | @**all** does not concern who has not received it', async () => {
    const narrow = [{ operator: 'is', operand: 'mentioned' }]
    expect(await readIds(world.cleo, narrow)).toEqual([])
  })

  it('in: home | with thousands of muted topics, and a muted stream', async () => {
    const { realm, people } = world.demo
    const mine = { realm_id: realm.id, user_id: people.ben.id }
    const id = await sendToStream(world.ada, 'fruit', 'plums')
    const home = [{ operator: 'in', operand: 'home' }]
    const topics = Array.from({ length: 3000 }, (_, index) => `muted ${index}`)
    const muted = { ...mine, stream_id: fruit, muted_at: 0, visibility_policy: 1 }
    const rows = topics.map((topic) => ({ ...muted, topic, topic_key: topic }))
    await world.chat.transact(realm.id, async ({ db }) => {
      for (let start = 0; start < rows.length; start += 500) {
        await db
          .insertInto('muted_topics')
          .values(rows.slice(start, start + 500))
          .execute()
      }
    })
    const hidden = await sendToStream(world.ada, 'fruit', 'MUTED 2999')
    expect(await readIds(world.ben, home)).toContain(id)
    expect(await readIds(world.ben, home)).not.toContain(hidden)
    await world.chat.transact(realm.id, async ({ db }) => {
      const own = db.updateTable('subscriptions').set({ is_muted: 1 }).where('user_id', '=', people.ben.id)
      await own.where('realm_id', '=', realm.id).where('stream_id', '=', fruit).execute()
    })
    expect(await readIds(world.ben, home)).not.toContain(id)
    expect(await readIds(world.ben, [{ ...home[0]!, negated: true }])).toEqual(
      expect.arrayContaining([id, hidden]),
    )
  })
})
