import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import type { Answer, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'

const path = '/saved_snippets'

describe.each(engines)('Saved snippets on %s', (engine) => {
  let world: World
  let people = 0
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const newcomer = async () => {
    people += 1
    const who = { email: `writer${people}@example.com`, fullName: `Writer ${people}` }
    return world.as((await createUser(world.chat, world.demo.realm, who)).user)
  }
  const snippets = async (client: World['ada']) => (await client.get(path)).body.saved_snippets
  const save = async (client: World['ada'], title = 'Welcome', content = '**Hi!**') =>
    (await client.post(path, { title, content })).body.saved_snippet_id
  const initial = async (client: World['ada']) =>
    (await client.post('/register', { event_types: ['saved_snippets'] })).body.saved_snippets
  const isMissing = (answer: Answer) => {
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'Saved snippet does not exist.',
      code: 'BAD_REQUEST',
    })
  }

  it('POST and GET | kept with every field, oldest first', async () => {
    const writer = await newcomer()
    const { body } = await writer.post(path, { title: ' Welcome ', content: '**Hi!**\n' })
    expect(body).toEqual({ result: 'success', msg: '', saved_snippet_id: expect.any(Number) })
    const second = await save(writer, 'Bye')
    const saved = await snippets(writer)
    const date_created = saved[0].date_created
    expect(world.clock.now() / 1000 - date_created).toBeLessThan(60)
    const expected = [
      { id: body.saved_snippet_id, title: 'Welcome', content: '**Hi!**', date_created },
      { id: second, title: 'Bye', content: '**Hi!**', date_created: saved[1].date_created },
    ]
    expect((await writer.get(path)).body).toEqual({ result: 'success', msg: '', saved_snippets: expected })
    expect(await initial(writer)).toEqual(expected)
  })

  it('PATCH | what is given; the rest stays', async () => {
    const writer = await newcomer()
    const id = await save(writer)
    expect((await writer.patch(`/saved_snippets/${id}`, { title: 'Hello' })).body).toEqual({
      result: 'success',
      msg: '',
    })
    expect(await snippets(writer)).toMatchObject([{ id, title: 'Hello', content: '**Hi!**' }])
    await writer.patch(`/saved_snippets/${id}`, { content: 'Ahoy' })
    expect(await snippets(writer)).toMatchObject([{ id, title: 'Hello', content: 'Ahoy' }])
  })

  it('DELETE | gone, and then it does not exist', async () => {
    const writer = await newcomer()
    const [first, second] = [await save(writer), await save(writer)]
    expect((await writer.delete(`/saved_snippets/${first}`)).body).toEqual({ result: 'success', msg: '' })
    expect((await snippets(writer)).map((one: { id: number }) => one.id)).toEqual([second])
    isMissing(await writer.delete(`/saved_snippets/${first}`))
    isMissing(await writer.patch(`/saved_snippets/${first}`, { title: 'x' }))
  })

  it('those of others are not there, in this organization and in another', async () => {
    const writer = await newcomer()
    const id = await save(writer)
    const other = await foundOrganization(world, 'snippets.example.com')
    for (const client of [await newcomer(), world.ada, world.gus, other.chief]) {
      expect([await snippets(client), await initial(client)]).toEqual([[], []])
      isMissing(await client.patch(`/saved_snippets/${id}`, { title: 'Mine' }))
      isMissing(await client.delete(`/saved_snippets/${id}`))
    }
    expect(await snippets(writer)).toMatchObject([{ id, title: 'Welcome' }])
  })

  it('event saved_snippets: add, update and remove, to the owner and to nobody else', async () => {
    const writer = await newcomer()
    const [own, ada] = [await watch(writer, ['saved_snippets']), await watch(world.ada, ['saved_snippets'])]
    const id = await save(writer)
    const [snippet] = await snippets(writer)
    await writer.patch(`/saved_snippets/${id}`, { title: 'Hello' })
    await writer.patch(`/saved_snippets/${id}`, { title: 'Hello' })
    await writer.delete(`/saved_snippets/${id}`)
    const event = { type: 'saved_snippets', id: expect.any(Number) }
    expect(await own.news()).toEqual([
      { ...event, op: 'add', saved_snippet: snippet },
      { ...event, op: 'update', saved_snippet: { ...snippet, title: 'Hello' } },
      { ...event, op: 'remove', saved_snippet_id: id },
    ])
    expect(await ada.news()).toEqual([])
    expect(await initial(writer)).toEqual([])
  })

  it('errors name what is wrong; nothing is stored, no event is sent', async () => {
    const writer = await newcomer()
    const id = await save(writer)
    const before = await snippets(writer)
    const own = await watch(writer, ['saved_snippets'])
    const refuses = async (args: Arguments, msg: string) => {
      expectRefusal(await writer.post(path, { title: 'a', content: 'b', ...args }), msg)
      expectRefusal(await writer.patch(`/saved_snippets/${id}`, args), msg)
    }
    await refuses({ title: ' ' }, 'title cannot be blank')
    await refuses({ title: 'ä'.repeat(61) }, 'title is too long (limit: 60 characters)')
    await refuses({ content: '\n' }, 'content cannot be blank')
    await refuses({ content: 'a'.repeat(10_001) }, 'Message is too long (limit: 10000 bytes)')
    await refuses({ title: 'a\0b' }, 'title must not contain null bytes')
    for (const name of ['title', 'content']) {
      expectRefusal(
        await writer.post(path, { title: 'a', content: 'b', [name]: undefined }),
        `Missing '${name}' argument`,
        { code: 'REQUEST_VARIABLE_MISSING', var_name: name },
      )
    }
    expect(await snippets(writer)).toEqual(before)
    expect(await own.news()).toEqual([])
  })
})
