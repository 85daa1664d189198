import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Alert words on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/users/me/alert_words'
  const words = async (client = world.ben) => (await client.get(path)).body.alert_words
  const refuses = async (args: object, body: object) => {
    const before = await words()
    const ben = await watch(world.ben, ['alert_words'])
    for (const call of [world.ben.post, world.ben.delete]) {
      const answer = await call(path, { ...args })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ result: 'error', ...body })
    }
    expect(await words()).toEqual(before)
    expect(await ben.news()).toEqual([])
  }

  it('GET | none at first; everybody has their own', async () => {
    expect((await world.ben.get(path)).body).toEqual({ result: 'success', msg: '', alert_words: [] })
    await world.ada.post(path, { alert_words: ['ship'] })
    expect(await words()).toEqual([])
    expect(await words(world.ada)).toEqual(['ship'])
  })

  it('POST | trimmed, in lower case, each once; the answer is the whole list', async () => {
    const { body } = await world.ben.post(path, { alert_words: [' Boat ', 'boat', 'anchor line', ' '] })
    expect(body).toEqual({ result: 'success', msg: '', alert_words: ['anchor line', 'boat'] })
    expect((await world.ben.post(path, { alert_words: ['crew'] })).body.alert_words).toEqual([
      'anchor line',
      'boat',
      'crew',
    ])
  })

  it('DELETE | in any spelling; what is not there does not matter', async () => {
    const { body } = await world.ben.delete(path, { alert_words: ['BOAT', 'unknown'] })
    expect(body).toEqual({ result: 'success', msg: '', alert_words: ['anchor line', 'crew'] })
  })

  it('register | the list; with the events it stays right', async () => {
    const { body } = await world.ben.post('/register', { event_types: ['alert_words'] })
    expect(body.alert_words).toEqual(await words())
    await world.ben.post(path, { alert_words: ['zinc'] })
    const { events } = (
      await world.ben.get('/events', { queue_id: body.queue_id, last_event_id: -1, dont_block: true })
    ).body
    expect(events).toEqual([{ type: 'alert_words', alert_words: await words(), id: 0 }])
  })

  it('a message with one of them carries has_alert_word, as long as it is one', async () => {
    const ben = await watch(world.ben, ['message'])
    const send = () =>
      world.ada.post('/messages', { type: 'private', to: ['ben@example.com'], content: 'The CREW is here' })
    await send()
    await world.ben.delete(path, { alert_words: ['crew'] })
    await send()
    expect((await ben.news()).map(({ flags }) => flags)).toEqual([['has_alert_word'], []])
  })

  it('guests and bots have them, too', async () => {
    for (const client of [world.gus, world.echoBot]) {
      await client.post(path, { alert_words: ['me'] })
      expect(await words(client)).toEqual(['me'])
    }
  })

  it('alert_words | missing, or no list of texts', async () => {
    await refuses(
      {},
      {
        msg: "Missing 'alert_words' argument",
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'alert_words',
      },
    )
    const code = 'BAD_REQUEST'
    await refuses({ alert_words: 'x' }, { msg: 'Argument "alert_words" is not valid JSON.', code })
    await refuses({ alert_words: {} }, { msg: 'alert_words is not a list', code })
    await refuses({ alert_words: [1] }, { msg: 'alert_words[0] is not a string', code })
    await refuses(
      { alert_words: ['x'.repeat(101)] },
      { msg: 'alert_words[0] is too long (limit: 100 characters)', code },
    )
  })

  it('at most 500 for a person', async () => {
    for (let part = 0; part < 5; part += 1) {
      const list = Array.from({ length: 100 }, (_, index) => `w${part * 100 + index}`)
      await world.cleo.post(path, { alert_words: list })
    }
    const { status, body } = await world.cleo.post(path, { alert_words: ['one more'] })
    expect([status, body.msg]).toEqual([400, 'Too many alert words (limit: 500)'])
    expect(await words(world.cleo)).toHaveLength(500)
  })
})
