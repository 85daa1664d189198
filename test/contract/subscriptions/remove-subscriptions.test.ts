import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Remove subscriptions on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  const make = (name: string, emails: string[], rest: object = {}) =>
    world.ben.post(path, {
      subscriptions: [{ name }],
      principals: emails.map((email) => `${email}@example.com`),
      ...rest,
    })
  const namesOf = async (client: World['ada']) => {
    const { body } = await client.get(path)
    return body.subscriptions.map((one: { name: string }) => one.name)
  }
  const streamNames = async () => {
    const { body } = await world.ada.get('/streams', { include_all_active: true })
    return body.streams.map((stream: { name: string }) => stream.name)
  }

  it('subscriptions | yes: missing is an error that names it', async () => {
    const answer = await world.ben.delete(path)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'subscriptions' })
  })

  it('subscriptions | stream names to unsubscribe from', async () => {
    await make('leave me', ['ben', 'cleo'])
    const answer = await world.ben.delete(path, { subscriptions: ['leave me'] })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ result: 'success', msg: '', removed: ['leave me'], not_removed: [] })
    expect(await namesOf(world.ben)).not.toContain('leave me')
    expect(await namesOf(world.cleo)).toContain('leave me')
  })

  it('subscriptions | several at once: each in removed or not_removed', async () => {
    await make('in it', ['ben'])
    await make('not in it', ['cleo'])
    const answer = await world.ben.delete(path, { subscriptions: ['not in it', 'IN IT'] })
    expect(answer.body).toMatchObject({ removed: ['in it'], not_removed: ['not in it'] })
  })

  it('subscriptions | the same stream in two spellings is one stream', async () => {
    await make('echoing', ['ben'])
    const answer = await world.ben.delete(path, { subscriptions: ['echoing', 'Echoing'] })
    expect(answer.body).toMatchObject({ removed: ['echoing'], not_removed: [] })
  })

  it.each([
    ['not a list', '"test"', 'subscriptions is not a list'],
    ['not texts', '[{"name":"test"}]', 'subscriptions[0] is not a string'],
    ['not JSON', 'test', 'Argument "subscriptions" is not valid JSON.'],
  ])('subscriptions | %s', async (_what, text, msg) => {
    const answer = await world.ben.delete(path, { subscriptions: text })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
  })

  it('principals | default is the requester', async () => {
    await make('both in', ['ada', 'ben'])
    const answer = await world.ada.delete(path, { subscriptions: ['both in'] })
    expect(answer.body.removed).toEqual(['both in'])
    expect(await namesOf(world.ada)).not.toContain('both in')
    expect(await namesOf(world.ben)).toContain('both in')
  })

  it('principals | an administrator unsubscribes others', async () => {
    await make('thrown out', ['ada', 'ben', 'cleo'])
    const answer = await world.ada.delete(path, {
      subscriptions: ['thrown out'],
      principals: ['ben@example.com', 'Cleo@example.com'],
    })
    expect(answer.body).toMatchObject({ removed: ['thrown out'], not_removed: [] })
    expect(await namesOf(world.ben)).not.toContain('thrown out')
    expect(await namesOf(world.cleo)).not.toContain('thrown out')
    expect(await namesOf(world.ada)).toContain('thrown out')
  })

  it('principals | an administrator takes somebody out of a private stream that they are not in', async () => {
    await make('back room', ['ben', 'cleo'], { invite_only: true })
    const answer = await world.ada.delete(path, {
      subscriptions: ['back room'],
      principals: ['cleo@example.com'],
    })
    expect(answer.body).toMatchObject({ removed: ['back room'], not_removed: [] })
    expect(await namesOf(world.cleo)).not.toContain('back room')
  })

  it('principals | unsubscribing other users requires administrative privileges', async () => {
    await make('safe', ['ben', 'cleo'])
    const answer = await world.ben.delete(path, {
      subscriptions: ['safe'],
      principals: ['ben@example.com', 'cleo@example.com'],
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'This action requires administrative rights',
      code: 'BAD_REQUEST',
    })
    expect(await namesOf(world.cleo)).toContain('safe')
    expect(await namesOf(world.ben)).toContain('safe')
  })

  it('principals | naming oneself needs no privileges', async () => {
    await make('own choice', ['ben'])
    const answer = await world.ben.delete(path, {
      subscriptions: ['own choice'],
      principals: ['ben@example.com'],
    })
    expect(answer.body).toMatchObject({ removed: ['own choice'] })
  })

  it('principals | unknown: 403 UNAUTHORIZED_PRINCIPAL with principal', async () => {
    const answer = await world.ada.delete(path, {
      subscriptions: ['test'],
      principals: ['nobody@example.com'],
    })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({
      result: 'error',
      msg: "User not authorized to execute queries on behalf of 'nobody@example.com'",
      code: 'UNAUTHORIZED_PRINCIPAL',
      principal: 'nobody@example.com',
    })
  })

  it('a nonexistent stream yields STREAM_DOES_NOT_EXIST with stream, and nothing is removed', async () => {
    await make('still here', ['ben'])
    const answer = await world.ben.delete(path, { subscriptions: ['still here', 'nowhere'] })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: "Stream 'nowhere' does not exist",
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'nowhere',
    })
    expect(await namesOf(world.ben)).toContain('still here')
  })

  it('a private stream that the requester cannot see is as if it did not exist', async () => {
    const answer = await world.ben.delete(path, { subscriptions: ['leadership'] })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'leadership' })
  })

  it('a guest leaves a stream', async () => {
    await make('visited', ['ben', 'gus'])
    const answer = await world.gus.delete(path, { subscriptions: ['visited'] })
    expect(answer.body).toMatchObject({ removed: ['visited'] })
    expect(await namesOf(world.gus)).toEqual([])
  })

  it('a private stream whose last subscriber leaves is deactivated, and its name is free', async () => {
    await make('last one', ['ben'], { invite_only: true })
    const [before] = await world.ben
      .get(path)
      .then(({ body }) => body.subscriptions.filter((one: { name: string }) => one.name === 'last one'))
    const ada = await watch(world.ada, ['stream'])
    await world.ben.delete(path, { subscriptions: ['last one'] })
    expect(await streamNames()).not.toContain('last one')
    expect(await ada.news()).toMatchObject([{ op: 'delete', streams: [{ name: 'last one' }] }])
    const again = await make('last one', ['cleo'])
    expect(again.body.subscribed).toEqual({ 'cleo@example.com': ['last one'] })
    const { body } = await world.cleo.get('/streams')
    const after = body.streams.find((one: { name: string }) => one.name === 'last one')
    expect(after).toMatchObject({ invite_only: false })
    expect(after.stream_id).not.toBe(before.stream_id)
  })

  it('a public stream whose last subscriber leaves exists and can be joined again', async () => {
    await make('empty seat', ['ben'])
    await world.ben.delete(path, { subscriptions: ['empty seat'] })
    expect(await streamNames()).not.toContain('empty seat')
    await world.cleo.post(path, { subscriptions: [{ name: 'empty seat', description: 'not a new one' }] })
    const { body } = await world.cleo.get('/streams')
    expect(body.streams.find((one: { name: string }) => one.name === 'empty seat').description).toBe('')
  })

  it("unsubscribing marks the stream's messages read", async () => {
    await make('noisy', ['ben', 'cleo'])
    await world.ben.post('/messages', { type: 'stream', to: 'noisy', topic: 'n', content: 'unread' })
    const unread = async () => {
      const { body } = await world.cleo.post('/register', {
        event_types: ['message', 'update_message_flags'],
      })
      return body.unread_msgs.count
    }
    const before = await unread()
    await world.cleo.delete(path, { subscriptions: ['noisy'] })
    expect(await unread()).toBe(before - 1)
  })
})
