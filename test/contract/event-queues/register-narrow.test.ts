import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Register | narrow on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  /** One message each to test > lunch, test > work, general > lunch and to Cleo in private. */
  const sayAll = async () => {
    for (const [to, topic] of [
      ['test', 'lunch'],
      ['test', 'work'],
      ['general', 'lunch'],
    ]) {
      await world.ada.post('/messages', { type: 'stream', to, topic, content: `${to} > ${topic}` })
    }
    await world.ben.post('/messages', { type: 'private', to: ['cleo@example.com'], content: 'private' })
    await world.ben.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'calls',
      content: '@**Cleo Vance**',
    })
  }
  const heardWith = async (narrow: unknown) => {
    const cleo = await watch(world.cleo, ['message'], { narrow })
    await sayAll()
    return (await cleo.news()).map((event) => event.message.content)
  }

  it('narrow | default []: everything that comes to the user', async () => {
    expect(await heardWith(undefined)).toEqual(['general > lunch', 'private', '@**Cleo Vance**'])
    expect(await heardWith([])).toEqual(['general > lunch', 'private', '@**Cleo Vance**'])
  })

  it('narrow | array of length 2, [operator, operand]: stream with a stream name', async () => {
    expect(await heardWith(['stream', 'general'])).toEqual(['general > lunch', '@**Cleo Vance**'])
  })

  it('narrow | is with private', async () => {
    expect(await heardWith(['is', 'private'])).toEqual(['private'])
  })

  it('narrow | a list of pairs: all of them must fit', async () => {
    expect(
      await heardWith([
        ['stream', 'General'],
        ['topic', 'LUNCH'],
      ]),
    ).toEqual(['general > lunch'])
  })

  it('narrow | a list of one pair', async () => {
    expect(await heardWith([['is', 'private']])).toEqual(['private'])
  })

  it('narrow | sender: only what they send is received', async () => {
    expect(await heardWith(['sender', 'ben@example.com'])).toEqual(['private', '@**Cleo Vance**'])
  })

  it('narrow | is with mentioned', async () => {
    expect(await heardWith(['is', 'mentioned'])).toEqual(['@**Cleo Vance**'])
  })

  it('narrow | also receives public-stream messages that match, without subscription', async () => {
    expect(await heardWith(['stream', 'test'])).toEqual(['test > lunch', 'test > work'])
  })

  it('narrow | a private stream that the user is not in stays silent', async () => {
    const ben = await watch(world.ben, ['message'], { narrow: ['stream', 'leadership'] })
    const cleo = await watch(world.cleo, ['message'], { narrow: ['stream', 'leadership'] })
    await world.ada.post('/messages', { type: 'stream', to: 'leadership', topic: 'x', content: 'hush' })
    expect(await ben.news()).toEqual([])
    expect(await cleo.news()).toMatchObject([{ message: { content: 'hush' } }])
  })

  it('narrow | dm: exactly these people, by address or id', async () => {
    const { ben } = world.demo.people
    expect(await heardWith([['dm', 'BEN@example.com']])).toEqual(['private'])
    expect(await heardWith([['dm', String(ben.id)]])).toEqual(['private'])
    expect(await heardWith([['dm', 'ada@example.com']])).toEqual([])
    expect(await heardWith([['dm', 'ada@example.com,ben@example.com']])).toEqual([])
  })

  it('narrow | channel means the same as stream', async () => {
    expect(await heardWith([['channel', 'general']])).toEqual(['general > lunch', '@**Cleo Vance**'])
  })

  it('narrow | objects, as in Get messages: also negated, with ids and lists', async () => {
    const { ben } = world.demo.people
    expect(await heardWith([{ operator: 'channel', operand: 'test' }])).toEqual([
      'test > lunch',
      'test > work',
    ])
    expect(await heardWith([{ operator: 'dm', operand: [ben.id] }])).toEqual(['private'])
    expect(
      await heardWith([
        { operator: 'stream', operand: 'test' },
        { operator: 'topic', operand: 'lunch', negated: true },
      ]),
    ).toEqual(['test > work'])
  })

  it('narrow | a negated stream does not open a private one', async () => {
    const ben = await watch(world.ben, ['message'], {
      narrow: [{ operator: 'stream', operand: 'general', negated: true }],
    })
    await world.ada.post('/messages', { type: 'stream', to: 'leadership', topic: 'x', content: 'hush' })
    expect(await ben.news()).toEqual([])
  })

  it('narrow | filters message events only', async () => {
    const cleo = await watch(world.cleo, ['message', 'muted_topics'], { narrow: ['stream', 'test'] })
    await world.cleo.patch('/users/me/subscriptions/muted_topics', {
      stream: 'general',
      topic: 'noise',
      op: 'add',
    })
    expect(await cleo.news()).toMatchObject([{ type: 'muted_topics' }])
  })

  it.each([
    { narrow: [['stream']], msg: 'narrow[0] should have exactly 2 items' },
    {
      narrow: [
        ['is', 'private'],
        ['a', 'b', 'c'],
      ],
      msg: 'narrow[1] should have exactly 2 items',
    },
    { narrow: [[]], msg: 'narrow[0] should have exactly 2 items' },
    { narrow: ['stream'], msg: 'narrow should have exactly 2 items' },
    { narrow: ['stream', 'test', 'extra'], msg: 'narrow should have exactly 2 items' },
    { narrow: ['stream', ['is', 'private']], msg: 'narrow[0] is not a list' },
    { narrow: 'stream', msg: 'Argument "narrow" is not valid JSON.' },
    { narrow: '"stream"', msg: 'narrow is not a list' },
  ])('narrow | wrong shape $narrow: $msg', async ({ narrow, msg }) => {
    const answer = await world.cleo.post('/register', { narrow })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
  })

  it.each(['pm-with', 'search', 'has', 'id', 'with', 'foo'])(
    'narrow | Operator %s not supported.',
    async (operator) => {
      const answer = await world.cleo.post('/register', { narrow: [[operator, 'x']] })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        result: 'error',
        msg: `Operator ${operator} not supported.`,
        code: 'BAD_REQUEST',
      })
    },
  )
})
