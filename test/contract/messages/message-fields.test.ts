import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { readMessage, sendPrivately, sendToStream } from './message-requests.ts'

const streamFields = [
  'avatar_url',
  'client',
  'content',
  'content_type',
  'display_recipient',
  'flags',
  'id',
  'is_me_message',
  'reactions',
  'recipient_id',
  'sender_email',
  'sender_full_name',
  'sender_id',
  'sender_realm_str',
  'sender_short_name',
  'stream_id',
  'subject',
  'subject_links',
  'submessages',
  'timestamp',
  'type',
]

describe.each(engines)('Message, its fields, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const inTest = (content: string, topic = 'fields') => sendToStream(world.ada, 'test', topic, content)
  const newest = async (id: number, args = {}) => readMessage(world.ben, id, args)

  it('Message | every field is there in a stream message, and no other', async () => {
    expect(Object.keys(await newest(await inTest('x'))).sort()).toEqual(streamFields)
  })

  it('Message | every field but stream_id is there in a private message', async () => {
    const id = await sendPrivately(world.ada, ['ben'])
    expect(Object.keys(await newest(id)).sort()).toEqual(streamFields.filter((name) => name !== 'stream_id'))
  })

  it('id | Unique message ID. Messages are displayed sorted by id', async () => {
    const ids = [await inTest('1'), await inTest('2'), await inTest('3')]
    expect(new Set(ids).size).toBe(3)
    const answer = await world.ben.get('/messages', { anchor: ids[0]!, num_before: 0, num_after: 2 })
    expect(answer.body.messages.map((message: { id: number }) => message.id)).toEqual(
      [...ids].sort((one, other) => one - other),
    )
  })

  it('type | stream or private', async () => {
    expect((await newest(await inTest('x'))).type).toBe('stream')
    expect((await newest(await sendPrivately(world.ada, ['ben']))).type).toBe('private')
  })

  it('content, content_type | rendered HTML, text/html, when apply_markdown is true and by default', async () => {
    const id = await inTest('**bold**')
    const html = { content: '<p><strong>bold</strong></p>', content_type: 'text/html' }
    expect(await newest(id, { apply_markdown: true })).toMatchObject(html)
    expect(await newest(id)).toMatchObject(html)
  })

  it('content, content_type | raw markdown text, text/x-markdown, when apply_markdown is false', async () => {
    expect(await newest(await inTest('**bold**'), { apply_markdown: false })).toMatchObject({
      content: '**bold**',
      content_type: 'text/x-markdown',
    })
  })

  it('subject | topic; empty string in private messages', async () => {
    expect((await newest(await inTest('x', 'The Topic'))).subject).toBe('The Topic')
    expect((await newest(await sendPrivately(world.ada, ['ben']))).subject).toBe('')
  })

  it('subject_links | links generated from the topic', async () => {
    expect((await newest(await inTest('x', 'see https://example.org/a now'))).subject_links).toEqual([
      'https://example.org/a',
    ])
    expect((await newest(await inTest('x', 'nothing here'))).subject_links).toEqual([])
  })

  it('stream_id | the id of the stream', async () => {
    const { streams } = (await world.ada.get('/streams')).body
    const { stream_id } = streams.find((stream: { name: string }) => stream.name === 'test')
    expect((await newest(await inTest('x'))).stream_id).toBe(stream_id)
  })

  it('display_recipient | stream name for stream messages', async () => {
    expect((await newest(await inTest('x'))).display_recipient).toBe('test')
  })

  it('display_recipient | an array of user objects for private messages, sorted by email', async () => {
    const { ada, ben, cleo } = world.demo.people
    const id = await sendPrivately(world.cleo, ['ben', 'ada'])
    expect((await newest(id)).display_recipient).toEqual(
      [ada, ben, cleo].map((user) => ({
        email: user.email,
        full_name: user.full_name,
        id: user.id,
        short_name: user.short_name,
        is_mirror_dummy: false,
      })),
    )
  })

  it('recipient_id | the same for the same stream or group of users, for every sender', async () => {
    const recipient = async (id: number) => (await newest(id)).recipient_id
    const stream = await recipient(await inTest('x', 'one'))
    const pair = await recipient(await sendPrivately(world.ada, ['ben']))
    const group = await recipient(await sendPrivately(world.ada, ['ben', 'cleo']))
    expect(await recipient(await sendToStream(world.ben, 'test', 'two'))).toBe(stream)
    expect(await recipient(await sendPrivately(world.ben, ['ada']))).toBe(pair)
    expect(await recipient(await sendPrivately(world.cleo, ['ben', 'ada']))).toBe(group)
    expect(new Set([stream, pair, group]).size).toBe(3)
  })

  it('sender_email, sender_full_name, sender_id, sender_realm_str, sender_short_name | the sender', async () => {
    const { ada } = world.demo.people
    expect(await newest(await inTest('x'))).toMatchObject({
      sender_email: 'ada@example.com',
      sender_full_name: 'Ada Lovelace',
      sender_id: ada.id,
      sender_realm_str: world.demo.realm.host,
      sender_short_name: ada.short_name,
    })
  })

  it('avatar_url | null for users on the default avatar service when client_avatar is true', async () => {
    const id = await inTest('x')
    expect((await newest(id, { client_avatar: true })).avatar_url).toBeNull()
    expect((await newest(id, { client_gravatar: true })).avatar_url).toBeNull()
  })

  it('avatar_url | an address when client_avatar is false, and by default', async () => {
    const id = await inTest('x')
    const { members } = (await world.ben.get('/users')).body
    const { avatar_url } = members.find((user: { email: string }) => user.email === 'ada@example.com')
    expect(avatar_url).toMatch(/^http:\/\/chat\.example\.com\//)
    for (const args of [{}, { client_avatar: false }, { client_gravatar: false }]) {
      expect((await newest(id, args)).avatar_url).toBe(avatar_url)
    }
  })

  it('client | name of the client: the User-Agent up to the slash', async () => {
    const client = world.ada.with({ 'user-agent': 'carrier pigeon/2.1 (wings)' })
    expect((await newest(await sendToStream(client, 'test', 'fields'))).client).toBe('carrier pigeon')
  })

  it('client | the parameter client wins over the User-Agent', async () => {
    const { body } = await world.ada.post('/messages', {
      type: 'stream',
      to: 'test',
      topic: 'fields',
      content: 'x',
      client: 'telegraph',
    })
    expect(body).not.toHaveProperty('ignored_parameters_unsupported')
    expect((await newest(body.id)).client).toBe('telegraph')
  })

  it('client | Unspecified without either', async () => {
    const client = world.ada.with({ 'user-agent': '' })
    expect((await newest(await sendToStream(client, 'test', 'fields'))).client).toBe('Unspecified')
  })

  it("flags | the user's own flags: read occurs, and each user has their own", async () => {
    const id = await sendToStream(world.ada.with({ 'user-agent': 'website/1' }), 'test', 'fields')
    expect((await readMessage(world.ada, id)).flags).toEqual(['read'])
    expect((await readMessage(world.ben, id)).flags).toEqual([])
  })

  it('flags | what the sender writes by an API client is unread for the sender', async () => {
    expect((await readMessage(world.ada, await inTest('x'))).flags).toEqual([])
  })

  it('flags | mentioned, wildcard_mentioned and has_alert_word', async () => {
    await world.ben.post('/users/me/alert_words', { alert_words: ['lighthouse'] })
    expect((await newest(await inTest('@**Ben Okri**'))).flags).toEqual(['mentioned'])
    expect((await newest(await inTest('@**all**'))).flags).toEqual(['wildcard_mentioned'])
    expect((await newest(await inTest('the Lighthouse!'))).flags).toEqual(['has_alert_word'])
    const id = await inTest('@**Ben Okri** lighthouse')
    expect((await readMessage(world.ada, id)).flags).toEqual([])
  })

  it('is_me_message | true for a /me status message', async () => {
    expect((await newest(await inTest('/me waves'))).is_me_message).toBe(true)
    expect((await newest(await inTest('/mexico'))).is_me_message).toBe(false)
    expect((await newest(await inTest('says /me waves'))).is_me_message).toBe(false)
  })

  it('reactions, submessages | empty arrays at first', async () => {
    expect(await newest(await inTest('x'))).toMatchObject({ reactions: [], submessages: [] })
  })

  it('timestamp | UNIX time in UTC seconds', async () => {
    const before = Math.floor(world.clock.now() / 1000)
    const { timestamp } = await newest(await inTest('x'))
    expect(timestamp).toBeGreaterThanOrEqual(before)
    expect(timestamp).toBeLessThanOrEqual(Math.floor(world.clock.now() / 1000))
  })

  it('last_edit_timestamp, edit_history | added by an edit, newest first', async () => {
    const id = await inTest('first')
    expect(await newest(id)).not.toHaveProperty('last_edit_timestamp')
    await world.ada.patch(`/messages/${id}`, { content: 'second' })
    world.clock.advance(5)
    await world.ada.patch(`/messages/${id}`, { topic: 'moved' })
    const message = await newest(id)
    expect(message.last_edit_timestamp).toBeGreaterThanOrEqual(message.timestamp + 5)
    expect(message.edit_history).toMatchObject([
      { user_id: world.demo.people.ada.id, timestamp: message.last_edit_timestamp, prev_topic: 'fields' },
      { user_id: world.demo.people.ada.id, prev_content: 'first', prev_rendered_content: '<p>first</p>' },
    ])
    expect(Object.keys(message).sort()).toEqual(
      [...streamFields, 'edit_history', 'last_edit_timestamp'].sort(),
    )
  })
})
