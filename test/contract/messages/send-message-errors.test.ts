import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { countMessages, expectRefusal } from './message-requests.ts'

describe.each(engines)('Send a message, refused, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  /** Refused, and nothing is stored. */
  const refuse = async (args: Record<string, unknown>, msg: string, rest?: object) => {
    const before = await countMessages(world)
    expectRefusal(await world.ben.post('/messages', args), msg, rest)
    expect(await countMessages(world)).toBe(before)
  }
  const stream = { type: 'stream', to: 'test', topic: 'x', content: 'x' }
  const person = { type: 'private', to: 'ada@example.com', content: 'x' }
  const missing = (name: string) => ({ code: 'REQUEST_VARIABLE_MISSING', var_name: name })
  const invalid = (name: string, value: string) => ({
    code: 'REQUEST_VARIABLE_INVALID',
    var_name: name,
    bad_value: value,
  })

  it("type | required: Missing 'type' argument, before everything else", () =>
    refuse({}, "Missing 'type' argument", missing('type')))

  it("content | required: Missing 'content' argument, before the type is looked at", () =>
    refuse({ type: 'telepathy' }, "Missing 'content' argument", missing('content')))

  it('type | neither private nor stream: Invalid message type, before the recipients', () =>
    refuse({ type: 'telepathy', content: 'x' }, 'Invalid message type'))

  it('type | is not read in another case', () =>
    refuse({ ...stream, type: 'Stream' }, 'Invalid message type'))

  it('to | several streams: Cannot send to multiple streams, before the topic', () =>
    refuse({ type: 'stream', to: 'test,general', content: 'x' }, 'Cannot send to multiple streams'))

  it('to | none for a stream message: Missing stream, before the topic', async () => {
    await refuse({ type: 'stream', content: 'x' }, 'Missing stream')
    for (const to of ['', ' , ', '[]', '""', '[" "]']) {
      await refuse({ type: 'stream', to, content: 'x' }, 'Missing stream')
    }
  })

  it('topic | absent: Missing topic, before the stream is looked for', () =>
    refuse({ type: 'stream', to: 'nowhere', content: 'x' }, 'Missing topic'))

  it("topic | blank: Topic can't be empty, before the stream is looked for", async () => {
    for (const topic of ['', '   ', '\n']) {
      await refuse({ ...stream, to: 'nowhere', topic }, "Topic can't be empty")
    }
  })

  it('topic | max 60 characters: 61 are refused and nothing is stored', async () => {
    for (const letter of ['x', 'ü', '🐙']) {
      await refuse({ ...stream, topic: letter.repeat(61) }, 'Topic is too long (limit: 60 characters)')
    }
  })

  it('topic | both topic and subject: REQUEST_CONFUSING_VAR', () =>
    refuse({ ...stream, subject: 'y' }, "Can't decide between 'topic' and 'subject' arguments", {
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'topic',
      var_name2: 'subject',
    }))

  it('topic | a null byte is refused', () =>
    refuse({ ...stream, topic: 'a\0b' }, 'topic must not contain null bytes'))

  it('content | empty or only blanks: Message must not be empty', async () => {
    for (const content of ['', '   ', '\n\t ']) {
      await refuse({ ...stream, content }, 'Message must not be empty')
      await refuse({ ...person, content }, 'Message must not be empty')
    }
  })

  it('content | a null byte: Message must not contain null bytes', () =>
    refuse({ ...stream, content: 'a\0b' }, 'Message must not contain null bytes'))

  it('content | max 10000 bytes: 10001 are refused and nothing is stored', async () => {
    const tooLong = 'Message is too long (limit: 10000 bytes)'
    await refuse({ ...stream, content: 'x'.repeat(10_001) }, tooLong)
    await refuse({ ...person, content: 'x'.repeat(10_001) }, tooLong)
  })

  it('content | max 10000 bytes: bytes of UTF-8 are counted, not characters', async () => {
    const tooLong = 'Message is too long (limit: 10000 bytes)'
    await refuse({ ...stream, content: `${'ü'.repeat(5000)}x` }, tooLong)
    await refuse({ ...stream, content: `${'🐙'.repeat(2500)}x` }, tooLong)
  })

  it('to | none for a private message: Message must have recipients', async () => {
    await refuse({ type: 'private', content: 'x' }, 'Message must have recipients')
    for (const to of ['', ',', '[]']) await refuse({ ...person, to }, 'Message must have recipients')
  })

  it("Errors | BAD_REQUEST | Private message to an invalid recipient | Invalid email '<email>'", async () => {
    await refuse({ ...person, to: 'eeshan@example.net' }, "Invalid email 'eeshan@example.net'")
    await refuse({ ...person, to: ['ada@example.com', 'x@example.net'] }, "Invalid email 'x@example.net'")
  })

  it('to | an unknown id: Invalid user ID', async () => {
    await refuse({ ...person, to: '[4711]' }, 'Invalid user ID 4711')
    await refuse({ ...person, to: '[99999999999]' }, 'Invalid user ID 99999999999')
    await refuse({ ...person, to: '[-1]' }, 'Invalid user ID -1')
  })

  it('to | a null byte in an email: an email that nobody has', () =>
    refuse({ ...person, to: '["a\\u0000b@example.com"]' }, "Invalid email 'a\0b@example.com'"))

  it("to | a deactivated recipient: '<email>' is no longer using Switchboard.", async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'dora@example.com',
      fullName: 'Dora',
    })
    await deactivateUser(world.chat, user)
    await refuse({ ...person, to: 'dora@example.com' }, "'dora@example.com' is no longer using Switchboard.")
    await refuse({ ...person, to: [user.id] }, "'dora@example.com' is no longer using Switchboard.")
  })

  it('to | mixed types or other JSON: Bad value', async () => {
    for (const to of ['["a@b.c", 5]', '{"a": 1}', '1.5', '[1.5]', '[["a"]]', '[null]']) {
      await refuse({ ...person, to }, `Bad value for 'to': ${to}`, invalid('to', to))
    }
  })

  it("Errors | STREAM_DOES_NOT_EXIST | stream | Stream '<stream>' does not exist", () =>
    refuse({ ...stream, to: 'nowhere' }, "Stream 'nowhere' does not exist", {
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'nowhere',
    }))

  it('to | a stream id that does not exist: STREAM_DOES_NOT_EXIST with stream_id', async () => {
    for (const id of [4711, 99999999999]) {
      await refuse({ ...stream, to: [id] }, `Stream with ID '${id}' does not exist`, {
        code: 'STREAM_DOES_NOT_EXIST',
        stream_id: id,
      })
    }
  })

  it('to | a stream name with a comma that is not JSON-encoded is several streams', () =>
    refuse({ ...stream, to: 'bread, butter' }, 'Cannot send to multiple streams'))

  it('to | a stream name of more than 60 characters', () =>
    refuse({ ...stream, to: 's'.repeat(61) }, 'Stream name too long (limit: 60 characters).'))

  it('delivery_type | later: refused, since sending at once would be worse', () =>
    refuse(
      { ...stream, delivery_type: 'send_later' },
      "delivery_type 'send_later' is not supported: use /scheduled_messages",
    ))

  it('to | a stream name with a null byte', async () => {
    await refuse({ ...stream, to: '["a\\u0000b"]' }, "Stream name 'a\0b' contains NULL (0x00) characters.")
    await refuse({ ...stream, to: 'a\0b' }, "Stream name 'a\0b' contains NULL (0x00) characters.")
  })
})
