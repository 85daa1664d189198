import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { countMessages, expectRefusal, sendPrivately, sendToStream } from './message-requests.ts'

describe.each(engines)('Render a message on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/messages/render'

  it('HTML of the content, with the people that it names; nothing is sent', async () => {
    const before = await countMessages(world)
    const { body } = await world.ben.post(path, { content: '**bold** @**Ada Lovelace** <b>' })
    expect(body).toMatchObject({ result: 'success', msg: '' })
    expect(body.rendered).toContain('<strong>bold</strong>')
    expect(body.rendered).toContain(`data-user-id="${world.demo.people.ada.id}"`)
    expect(body.rendered).not.toContain('<b>')
    expect(await countMessages(world)).toBe(before)
  })

  it('streams only as far as the author knows them', async () => {
    const rendered = async (client: World['ada']) =>
      (await client.post(path, { content: '#**leadership**' })).body.rendered
    expect(await rendered(world.cleo)).toContain('data-stream-id')
    expect(await rendered(world.ben)).not.toContain('data-stream-id')
  })

  it('of nothing it is nothing', async () => {
    expect((await world.ben.post(path, { content: ' \n ' })).body.rendered).toBe('')
  })

  it('arguments that are missing, too long or wrong are refused', async () => {
    expectRefusal(await world.ben.post(path), "Missing 'content' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'content',
    })
    expectRefusal(
      await world.ben.post(path, { content: 'a'.repeat(10_001) }),
      'Message is too long (limit: 10000 bytes)',
    )
    expectRefusal(await world.ben.post(path, { content: 'a\0b' }), 'Message must not contain null bytes')
  })
})

describe.each(engines)('Check if messages match a narrow on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/messages/matches_narrow'
  const search = (operand: string) => [{ operator: 'search', operand }]

  it('those that match, by id, with the words marked in them', async () => {
    const match = await sendToStream(world.ada, 'general', 'Lunch & dinner', 'a **pizza** today')
    const other = await sendToStream(world.ada, 'general', 'Lunch & dinner', 'soup')
    const { body } = await world.ben.get(path, { msg_ids: [match, other], narrow: search('pizza') })
    expect(body).toEqual({
      result: 'success',
      msg: '',
      messages: {
        [match]: {
          match_content: '<p>a <strong><span class="highlight">pizza</span></strong> today</p>',
          match_subject: 'Lunch &amp; dinner',
        },
      },
    })
  })

  it('narrow | without a search: the text as it is', async () => {
    const id = await sendToStream(world.ada, 'general', 'plain', 'text')
    const { body } = await world.ben.get(path, {
      msg_ids: [id],
      narrow: [{ operator: 'topic', operand: 'plain' }],
    })
    expect(body.messages).toEqual({ [id]: { match_content: '<p>text</p>', match_subject: 'plain' } })
    expect((await world.ben.get(path, { msg_ids: [id] })).body.messages).toHaveProperty(String(id))
    expect((await world.ben.get(path, { msg_ids: [] })).body.messages).toEqual({})
  })

  it('what the reader may not see matches nothing', async () => {
    const secret = await sendPrivately(world.ada, ['cleo'], 'pizza')
    const behind = await sendToStream(world.cleo, 'leadership', 'pizza', 'pizza')
    const open = await sendToStream(world.ada, 'general', 'pizza', 'pizza')
    const found = async (client: World['ada']) => {
      const msg_ids = [secret, behind, open, 987_654]
      const { body } = await client.get(path, { msg_ids, narrow: search('pizza') })
      return Object.keys(body.messages).map(Number)
    }
    expect(await found(world.cleo)).toEqual([secret, behind, open])
    expect(await found(world.ben)).toEqual([open])
    expect(await found(world.gus)).toEqual([])
  })

  it('arguments that are missing, too long or wrong are refused', async () => {
    expectRefusal(await world.ben.get(path, { narrow: [] }), "Missing 'msg_ids' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'msg_ids',
    })
    expectRefusal(await world.ben.get(path, { msg_ids: ['x'] }), 'msg_ids[0] is not an integer')
    const narrow = [{ operator: 'taste', operand: 'good' }]
    expectRefusal(
      await world.ben.get(path, { msg_ids: [1], narrow }),
      'Invalid narrow operator: unknown operator taste',
      { code: 'BAD_NARROW', desc: 'unknown operator taste' },
    )
  })
})
