import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('A body without Content-Type on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const post = (payload: string, headers: Record<string, string> = {}) => {
    const { email, key } = world.ada.credentials!
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    return world.app.inject({
      method: 'POST',
      url: '/api/v1/messages',
      headers: { authorization, ...headers },
      payload,
    })
  }
  const form = 'type=stream&to=test&topic=plain&content=sent%20without%20a%20type'

  it('is read as a form', async () => {
    expect((await post(form)).json()).toMatchObject({ result: 'success', id: expect.any(Number) })
  })

  it.each(['{"type":"stream"}', '[1]', ' type=stream'])('%s is no form', async (payload) => {
    expect((await post(payload)).json()).toMatchObject({ msg: "Missing 'type' argument" })
  })

  it('has the limits of a form', async () => {
    expect((await post(`a=1${'&a=1'.repeat(5_000)}`)).json().msg).toMatch(/too many fields/)
  })

  it('with another type, it stays a text', async () => {
    expect((await post(form, { 'content-type': 'text/plain' })).json()).toMatchObject({
      msg: "Missing 'type' argument",
    })
  })
})
