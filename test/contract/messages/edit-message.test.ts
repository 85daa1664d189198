import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, readMessage, sendPrivately, sendToStream } from './message-requests.ts'

describe.each(engines)('Edit a message on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const write = (content = 'old', topic = 'old topic') => sendToStream(world.ben, 'test', topic, content)
  const edit = (id: number, args: Record<string, unknown>) => world.ben.patch(`/messages/${id}`, args)
  const read = (id: number) => readMessage(world.ada, id)
  const success = { status: 200, body: { result: 'success', msg: '' } }
  const unchanged = async (id: number) => {
    const message = await read(id)
    expect(message).toMatchObject({ content: '<p>old</p>', subject: 'old topic' })
    expect(message).not.toHaveProperty('edit_history')
  }

  it('content | the new text, rendered, for every reader', async () => {
    const id = await write()
    expect(await edit(id, { content: '**new**' })).toMatchObject(success)
    expect(await read(id)).toMatchObject({ content: '<p><strong>new</strong></p>', subject: 'old topic' })
    expect((await readMessage(world.ben, id, { apply_markdown: false })).content).toBe('**new**')
  })

  it('content | of a private message', async () => {
    const id = await sendPrivately(world.ben, ['ada'], 'old')
    expect(await edit(id, { content: 'new' })).toMatchObject(success)
    expect((await read(id)).content).toBe('<p>new</p>')
  })

  it('content | trailing whitespace is stripped', async () => {
    const id = await write()
    await edit(id, { content: 'new  \n\n' })
    expect((await readMessage(world.ada, id, { apply_markdown: false })).content).toBe('new')
  })

  it('prev_content_sha256 | a change that the editor has not seen is not overwritten', async () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    const id = await write()
    const changed = await edit(id, { content: 'new', prev_content_sha256: hash('older') })
    expectRefusal(changed, 'The message was changed by another client.', { code: 'EXPECTATION_MISMATCH' })
    await unchanged(id)
    expect(await edit(id, { content: 'new', prev_content_sha256: hash('old') })).toMatchObject(success)
    expect((await read(id)).content).toBe('<p>new</p>')
  })

  it('content | empty becomes (deleted)', async () => {
    for (const content of ['', ' \n ']) {
      const id = await write()
      expect(await edit(id, { content })).toMatchObject(success)
      expect((await read(id)).content).toBe('<p>(deleted)</p>')
    }
  })

  it('content | 10000 bytes are kept, 10001 refused', async () => {
    const id = await write()
    expectRefusal(
      await edit(id, { content: `${'ü'.repeat(5000)}x` }),
      'Message is too long (limit: 10000 bytes)',
    )
    await unchanged(id)
    expect(await edit(id, { content: 'ü'.repeat(5000) })).toMatchObject(success)
    expect((await read(id)).content).toBe(`<p>${'ü'.repeat(5000)}</p>`)
  })

  it('content | a null byte is refused', async () => {
    const id = await write()
    expectRefusal(await edit(id, { content: 'a\0b' }), 'Message must not contain null bytes')
    await unchanged(id)
  })

  it('content | is_me_message and the flags follow the new text', async () => {
    await world.ada.post('/users/me/alert_words', { alert_words: ['volcano'] })
    const id = await write()
    await edit(id, { content: '/me greets @**Ada Lovelace** at the volcano' })
    expect(await read(id)).toMatchObject({ is_me_message: true, flags: ['mentioned', 'has_alert_word'] })
    await edit(id, { content: '@**all** come' })
    expect(await read(id)).toMatchObject({ is_me_message: false, flags: ['wildcard_mentioned'] })
    await edit(id, { content: 'never mind' })
    expect(await read(id)).toMatchObject({ is_me_message: false, flags: [] })
  })

  it('content | has:link follows the new text', async () => {
    const id = await write()
    const links = [
      { operator: 'has', operand: 'link' },
      { operator: 'id', operand: id },
    ]
    await edit(id, { content: 'https://example.org/' })
    expect(await readMessage(world.ada, id, { narrow: links })).toMatchObject({ id })
    await edit(id, { content: 'no link' })
    const answer = await world.ada.get('/messages', {
      anchor: id,
      num_before: 0,
      num_after: 0,
      narrow: links,
    })
    expect(answer.body.messages).toEqual([])
  })

  it('topic | the new topic, and the content stays', async () => {
    const id = await write()
    expect(await edit(id, { topic: '  see https://example.org/b ' })).toMatchObject(success)
    expect(await read(id)).toMatchObject({
      subject: 'see https://example.org/b',
      subject_links: ['https://example.org/b'],
      content: '<p>old</p>',
    })
  })

  it('topic | the same value under the name subject', async () => {
    const id = await write()
    expect(await edit(id, { subject: 'legacy' })).toMatchObject(success)
    expect((await read(id)).subject).toBe('legacy')
  })

  it('topic | both names: REQUEST_CONFUSING_VAR', async () => {
    const id = await write()
    const answer = await edit(id, { topic: 'one', subject: 'two' })
    expectRefusal(answer, "Can't decide between 'topic' and 'subject' arguments", {
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'topic',
      var_name2: 'subject',
    })
    await unchanged(id)
  })

  it("topic | blank: Topic can't be empty", async () => {
    const id = await write()
    for (const topic of ['', '  ']) expectRefusal(await edit(id, { topic }), "Topic can't be empty")
    await unchanged(id)
  })

  it('topic | 60 characters are kept, 61 refused', async () => {
    const id = await write()
    const tooLong = await edit(id, { topic: '🐙'.repeat(61) })
    expectRefusal(tooLong, 'Topic is too long (limit: 60 characters)')
    await unchanged(id)
    expect(await edit(id, { topic: '🐙'.repeat(60) })).toMatchObject(success)
    expect((await read(id)).subject).toBe('🐙'.repeat(60))
  })

  it('topic | a private message has none', async () => {
    const id = await sendPrivately(world.ben, ['ada'], 'old')
    expectRefusal(await edit(id, { topic: 'x' }), 'Private messages have no topic')
    expect((await read(id)).subject).toBe('')
  })

  it('topic and content | both at once; nothing when one of them is refused', async () => {
    const id = await write()
    expectRefusal(await edit(id, { content: 'new', topic: ' ' }), "Topic can't be empty")
    await unchanged(id)
    expect(await edit(id, { content: 'new', topic: 'new topic' })).toMatchObject(success)
    expect(await read(id)).toMatchObject({ content: '<p>new</p>', subject: 'new topic' })
  })

  it('neither topic nor content: Nothing to change', async () => {
    const id = await write()
    expectRefusal(await edit(id, {}), 'Nothing to change')
    expectRefusal(await edit(id, { propagate_mode: 'change_all' }), 'Nothing to change')
    await unchanged(id)
  })

  it('the same topic and content as before: Nothing to change', async () => {
    const id = await write()
    expectRefusal(await edit(id, { content: 'old', topic: 'old topic' }), 'Nothing to change')
    await unchanged(id)
  })

  it('propagate_mode | another word is refused', async () => {
    const id = await write()
    const answer = await edit(id, { topic: 'x', propagate_mode: 'change_some' })
    expectRefusal(answer, "Invalid propagate_mode 'change_some'")
    await unchanged(id)
  })

  it('message_id | unknown: Invalid message(s)', async () => {
    for (const id of [4711, 99999999999, -1]) {
      expectRefusal(await edit(id, { content: 'x' }), 'Invalid message(s)')
    }
  })

  it('message_id | not a number: Bad value', async () => {
    expectRefusal(
      await world.ben.patch('/messages/first', { content: 'x' }),
      "Bad value for 'message_id': first",
      {
        code: 'REQUEST_VARIABLE_INVALID',
        var_name: 'message_id',
        bad_value: 'first',
      },
    )
  })
})
