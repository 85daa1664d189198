import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readMessage, sendPrivately, sendToStream } from './message-requests.ts'

const first = ['content', 'rendered_content', 'timestamp', 'topic', 'user_id']
const ofTopic = [...first, 'prev_topic'].sort()
const ofContent = [...first, 'content_html_diff', 'prev_content', 'prev_rendered_content'].sort()

describe.each(engines)("Get a message's edit history on %s", (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const history = async (id: number, client: ApiClient = world.ada) => {
    const answer = await client.get(`/messages/${id}/history`)
    expect(Object.keys(answer.body).sort()).toEqual(['message_history', 'msg', 'result'])
    return answer.body.message_history
  }
  const refuse = async (id: number | string, client: ApiClient, msg: string) =>
    expectRefusal(await client.get(`/messages/${id}/history`), msg)
  const write = () => sendToStream(world.ben, 'general', 'first topic', 'the **first** text')

  it('first snapshot | only topic, content, rendered_content, timestamp and user_id', async () => {
    const id = await write()
    const { timestamp } = await readMessage(world.ben, id)
    expect(await history(id)).toEqual([
      {
        topic: 'first topic',
        content: 'the **first** text',
        rendered_content: '<p>the <strong>first</strong> text</p>',
        timestamp,
        user_id: world.demo.people.ben.id,
      },
    ])
  })

  it('topic, content, rendered_content | of a private message: no topic', async () => {
    const id = await sendPrivately(world.ben, ['ada'], 'x')
    expect(await history(id)).toMatchObject([{ topic: '', content: 'x', rendered_content: '<p>x</p>' }])
  })

  it('prev_content, prev_rendered_content, content_html_diff | only when the content was edited', async () => {
    const id = await write()
    await world.ben.patch(`/messages/${id}`, { content: 'the second text' })
    const [original, edited] = await history(id)
    expect(Object.keys(original).sort()).toEqual(first)
    expect(Object.keys(edited).sort()).toEqual(ofContent)
    expect(edited).toMatchObject({
      topic: 'first topic',
      content: 'the second text',
      rendered_content: '<p>the second text</p>',
      prev_content: 'the **first** text',
      prev_rendered_content: '<p>the <strong>first</strong> text</p>',
    })
  })

  it('content_html_diff | HTML diff with the previous version', async () => {
    const id = await sendToStream(world.ben, 'general', 'x', 'one red apple')
    await world.ben.patch(`/messages/${id}`, { content: 'one green apple' })
    expect((await history(id))[1].content_html_diff).toBe(
      '<p>one <span class="highlight_text_deleted">red</span><span class="highlight_text_inserted">green</span> apple</p>',
    )
  })

  it('prev_topic | only when the topic was edited; user_id | who made the edit', async () => {
    const id = await write()
    await world.cleo.patch(`/messages/${id}`, { topic: 'second topic' })
    const [original, moved] = await history(id)
    expect(original).toMatchObject({ topic: 'first topic', user_id: world.demo.people.ben.id })
    expect(Object.keys(moved).sort()).toEqual(ofTopic)
    expect(moved).toMatchObject({
      topic: 'second topic',
      prev_topic: 'first topic',
      content: 'the **first** text',
      user_id: world.demo.people.cleo.id,
    })
  })

  it('topic and content edited at once | one snapshot with both', async () => {
    const id = await write()
    await world.ben.patch(`/messages/${id}`, { topic: 'second topic', content: 'second' })
    const snapshots = await history(id)
    expect(snapshots).toHaveLength(2)
    expect(Object.keys(snapshots[1]).sort()).toEqual([...ofContent, 'prev_topic'].sort())
  })

  it('The array is in chronological order | and timestamp is the time of each version', async () => {
    const id = await write()
    const edits = [
      { content: 'second' },
      { topic: 'third topic' },
      { content: 'fourth' },
      { topic: 'fifth topic' },
    ]
    for (const edit of edits) {
      world.clock.advance(10)
      await world.ben.patch(`/messages/${id}`, edit)
    }
    const snapshots = await history(id)
    expect(snapshots).toMatchObject([
      { topic: 'first topic', content: 'the **first** text' },
      { topic: 'first topic', content: 'second', prev_content: 'the **first** text' },
      { topic: 'third topic', content: 'second', prev_topic: 'first topic' },
      { topic: 'third topic', content: 'fourth', prev_content: 'second' },
      { topic: 'fifth topic', content: 'fourth', prev_topic: 'third topic' },
    ])
    const times: number[] = snapshots.map((snapshot: { timestamp: number }) => snapshot.timestamp)
    for (const [index, time] of times.slice(1).entries())
      expect(time - times[index]!).toBeGreaterThanOrEqual(10)
  })

  it('a refused edit leaves no snapshot', async () => {
    const id = await write()
    await world.cleo.patch(`/messages/${id}`, { content: 'not mine' })
    expect(await history(id)).toHaveLength(1)
  })

  it('Errors | BAD_REQUEST | Unknown message in history | Invalid message(s)', async () => {
    for (const id of [4711, 0, -5, 99999999999]) await refuse(id, world.ada, 'Invalid message(s)')
  })

  it('message_id | not an integer: Bad value', async () => {
    expectRefusal(await world.ada.get('/messages/x1/history'), "Bad value for 'message_id': x1", {
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'message_id',
      bad_value: 'x1',
    })
  })

  it("inaccessible is the same as unknown | others' private message, even for administrators", async () => {
    const id = await sendPrivately(world.ben, ['cleo'])
    await refuse(id, world.ada, 'Invalid message(s)')
    expect(await history(id, world.cleo)).toHaveLength(1)
  })

  it('inaccessible is the same as unknown | a private stream that one is not in', async () => {
    const id = await sendToStream(world.ada, 'leadership', 'x')
    await refuse(id, world.ben, 'Invalid message(s)')
    expect(await history(id, world.cleo)).toHaveLength(1)
  })

  it('inaccessible is the same as unknown | before one joined a private stream with closed history', async () => {
    await makeStream(world.ada, 'closed', ['ada'], { invite_only: true })
    const early = await sendToStream(world.ada, 'closed', 'x')
    await makeStream(world.ada, 'closed', ['ben'])
    const late = await sendToStream(world.ada, 'closed', 'x')
    await refuse(early, world.ben, 'Invalid message(s)')
    expect(await history(late, world.ben)).toHaveLength(1)
  })

  it('accessible | a public stream that one is not in, but not for a guest', async () => {
    const id = await sendToStream(world.ada, 'test', 'x')
    expect(await history(id, world.cleo)).toHaveLength(1)
    await refuse(id, world.gus, 'Invalid message(s)')
  })

  it('Edit history may be disabled in some organizations', async () => {
    const id = await write()
    await changeRealmSettings(world, { allow_edit_history: false })
    await refuse(id, world.ada, 'Message edit history is disabled in this organization')
    await changeRealmSettings(world, { allow_edit_history: true })
    expect(await history(id)).toHaveLength(1)
  })

  it('disabled | earlier versions are in no message and in no event, and come back when it is enabled', async () => {
    const id = await write()
    await world.ben.patch(`/messages/${id}`, { content: 'the second text' })
    expect(JSON.stringify(await readMessage(world.ada, id))).toContain('first')
    await changeRealmSettings(world, { allow_edit_history: false })
    const ears = await watch(world.ada, ['update_message'])
    await world.ben.patch(`/messages/${id}`, { content: 'the third text', topic: 'other topic' })
    const [event] = await ears.news()
    expect(event).toMatchObject({ content: 'the third text', orig_subject: 'first topic' })
    expect(Object.keys(event)).not.toContain('orig_content')
    expect(Object.keys(event)).not.toContain('orig_rendered_content')
    const single = (await world.ada.get(`/messages/${id}`)).body
    for (const told of [event, await readMessage(world.ada, id), single])
      for (const text of ['<strong>', 'second']) expect(JSON.stringify(told)).not.toContain(text)
    await changeRealmSettings(world, { allow_edit_history: true })
    expect(JSON.stringify((await readMessage(world.ada, id)).edit_history)).toContain('second')
  })
})
