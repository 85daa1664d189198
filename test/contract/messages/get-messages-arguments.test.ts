import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, sendToStream } from './message-requests.ts'

describe.each(engines)('Get messages, its arguments, on %s', (engine) => {
  let world: World
  let id: number
  beforeAll(async () => {
    world = await startWorld(engine)
    id = await sendToStream(world.ada, 'test', 'arguments', '*slanted*')
  })
  afterAll(() => world.stop())

  const get = (args: Record<string, unknown>) => world.ada.get('/messages', args)
  const good = { anchor: 'newest', num_before: 1, num_after: 0 }
  const refuse = async (args: Record<string, unknown>, msg: string, rest?: object) =>
    expectRefusal(await get(args), msg, rest)
  const invalid = (name: string, value: string) => ({
    code: 'REQUEST_VARIABLE_INVALID',
    var_name: name,
    bad_value: value,
  })

  it('anchor | required unless use_first_unread_anchor is true', async () => {
    const complaint = "Missing 'anchor' argument (or set 'use_first_unread_anchor'=True)."
    await refuse({ num_before: 1, num_after: 0 }, complaint)
    await refuse({ num_before: 1, num_after: 0, use_first_unread_anchor: false }, complaint)
    const answer = await get({ num_before: 1, num_after: 0, use_first_unread_anchor: true })
    expect(answer.status).toBe(200)
  })

  it.each(['foo', '', '1.5', '-1', 'Newest', '0x10', '1e3', '5 5'])('anchor | bad value: "%s"', (anchor) =>
    refuse({ ...good, anchor }, `Bad value for 'anchor': ${anchor}`, invalid('anchor', anchor)),
  )

  it.each(['num_before', 'num_after'])('%s | required', async (name) => {
    const { [name as 'num_before']: _left, ...rest } = good
    await refuse(rest, `Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', var_name: name })
  })

  it.each(['num_before', 'num_after'])('%s | not a number, or below 0', async (name) => {
    for (const value of ['-1', 'many', '', '1.5', '[1]']) {
      await refuse({ ...good, [name]: value }, `Bad value for '${name}': ${value}`, invalid(name, value))
    }
  })

  it.each(['num_before', 'num_after'])('%s | blanks and a plus sign are fine', async (name) => {
    expect((await get({ ...good, [name]: ' +1 ' })).status).toBe(200)
  })

  it('Limits | Messages per request | 5000 maximum: 5000 are fine', async () => {
    expect((await get({ ...good, num_before: 5000 })).status).toBe(200)
    expect((await get({ ...good, num_before: 2500, num_after: 2500 })).status).toBe(200)
  })

  it('Limits | Messages per request | exceeding is an error: 5001', async () => {
    for (const [num_before, num_after] of [
      [5001, 0],
      [0, 5001],
      [2500, 2501],
      [9999999999, 0],
    ]) {
      await refuse({ ...good, num_before, num_after }, 'Too many messages requested (maximum 5000).')
    }
  })

  it.each(['use_first_unread_anchor', 'client_avatar', 'client_gravatar', 'apply_markdown'])(
    '%s | boolean: true and false only',
    async (name) => {
      for (const value of ['True', 'yes', '']) {
        await refuse({ ...good, [name]: value }, `Argument "${name}" is not valid JSON.`)
      }
      for (const value of ['1', '"true"', 'null']) {
        await refuse({ ...good, [name]: value }, `${name} is not a boolean`)
      }
    },
  )

  it('client_avatar | both spellings at once: REQUEST_CONFUSING_VAR', () =>
    refuse(
      { ...good, client_avatar: true, client_gravatar: true },
      "Can't decide between 'client_avatar' and 'client_gravatar' arguments",
      { code: 'REQUEST_CONFUSING_VAR', var_name1: 'client_avatar', var_name2: 'client_gravatar' },
    ))

  it('client_avatar | default false, apply_markdown | default true', async () => {
    const { messages } = (await get({ ...good, anchor: id, num_before: 0 })).body
    expect(messages[0]).toMatchObject({ avatar_url: expect.any(String), content: '<p><em>slanted</em></p>' })
  })

  it('narrow | default []: everything that the user has received', async () => {
    const both = [await get(good), await get({ ...good, narrow: [] })]
    for (const { body } of both) expect(body.messages).toMatchObject([{ id }])
  })

  it('Response | anchor, found_anchor, found_newest, found_oldest, messages and no other', async () => {
    expect(Object.keys((await get(good)).body).sort()).toEqual([
      'anchor',
      'found_anchor',
      'found_newest',
      'found_oldest',
      'history_limited',
      'messages',
      'msg',
      'result',
    ])
  })

  it('unknown parameters are ignored and named', async () => {
    const { body } = await get({ ...good, mood: 'fine' })
    expect(body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['mood'] })
  })

  it('without credentials nothing is read', async () => {
    const answer = await world.nobody.get('/messages', good)
    expect(answer.status).toBe(401)
    expect(answer.body).not.toHaveProperty('messages')
  })
})
