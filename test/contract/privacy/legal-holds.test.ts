import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteExpiredMessages } from '../../../src/chat/history/delete-expired-messages.ts'
import { removeUnclaimed } from '../../../src/chat/messages/attachments/delete-attachment.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, readIds, sendPrivately, sendToStream } from '../messages/message-requests.ts'

const DAY = 86_400

describe.each(engines)('Legal holds on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
    await world.ada.patch('/realm', { allow_message_deleting: true })
  })
  afterAll(() => world.stop())

  const place = async (subject: object) => {
    const { status, body } = await world.ada.post('/realm/legal_holds', { reason: 'case 7', ...subject })
    expect(status).toBe(200)
    return body.id as number
  }
  const release = (id: number) => world.ada.delete(`/realm/legal_holds/${id}`)
  const expectHeld = ({ status, body }: { status: number; body: { code: string } }) =>
    expect([status, body.code]).toEqual([400, 'LEGAL_HOLD'])

  it('POST /realm/legal_holds, DELETE /realm/legal_holds/:hold_id | are recorded, with who and when', async () => {
    const id = await place({ user_id: world.demo.people.cleo.id })
    const again = { user_id: world.demo.people.cleo.id, reason: 'again' }
    expect((await world.ada.post('/realm/legal_holds', again)).body.msg).toBe(
      'There is a legal hold already.',
    )
    const list = async () => (await world.ada.get('/realm/legal_holds')).body.legal_holds.at(-1)
    const hold = {
      id,
      user_id: world.demo.people.cleo.id,
      stream_id: null,
      reason: 'case 7',
      placed_by: world.demo.people.ada.id,
      placed_timestamp: expect.any(Number),
      released_by: null,
      released_timestamp: null,
    }
    expect(await list()).toEqual(hold)
    expect((await release(id)).status).toBe(200)
    expect(await list()).toEqual({
      ...hold,
      released_by: world.demo.people.ada.id,
      released_timestamp: expect.any(Number),
    })
    expect((await release(id)).body.msg).toBe('This legal hold was released already')
  })

  it('only administrators see and place them; bad input changes nothing', async () => {
    const before = (await world.ada.get('/realm/legal_holds')).body.legal_holds
    for (const client of [world.ben, world.gus]) {
      expect((await client.get('/realm/legal_holds')).status).toBe(400)
      const answer = await client.post('/realm/legal_holds', { user_id: 1, reason: 'x' })
      expect(answer.body.code).toBe('UNAUTHORIZED_PRINCIPAL')
      expect((await client.delete('/realm/legal_holds/1')).body.code).toBe('UNAUTHORIZED_PRINCIPAL')
    }
    const user_id = world.demo.people.ben.id
    for (const wrong of [
      { reason: 'nobody' },
      { user_id, stream_id: 1, reason: 'both' },
      { user_id, reason: ' ' },
      { user_id, reason: 'x'.repeat(501) },
      { user_id: 99_999, reason: 'x' },
      { stream_id: 99_999, reason: 'x' },
    ])
      expect((await world.ada.post('/realm/legal_holds', wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await release(99_999)).body.msg).toBe('Invalid legal hold ID')
    expect((await world.ada.get('/realm/legal_holds')).body.legal_holds).toEqual(before)
  })

  it('nothing of a person is deleted: by people, administrators, retention or erasure', async () => {
    const stream_id = await makeStream(world.ada, 'held person', ['ada', 'ben', 'cleo'])
    const id = await sendToStream(world.ben, 'held person', 'x', 'evidence')
    const other = await sendToStream(world.cleo, 'held person', 'x', 'of Cleo')
    const privately = await sendPrivately(world.cleo, ['ben'], 'to Ben')
    const file = { bytes: Buffer.from('bytes'), name: 'a.txt' }
    await world.ben.upload('/user_uploads', { file })
    const [{ id: fileId }] = (await world.ben.get('/attachments')).body.attachments
    const hold = await place({ user_id: world.demo.people.ben.id })
    expectHeld(await world.ben.delete(`/messages/${id}`))
    expectHeld(await world.ada.delete(`/messages/${id}`))
    expectHeld(await world.cleo.delete(`/messages/${privately}`))
    expectHeld(await world.ada.post(`/streams/${stream_id}/delete_topic`, { topic_name: 'x' }))
    expectHeld(await world.ben.delete(`/attachments/${fileId}`))
    for (const person of ['ben', 'cleo'] as const) {
      const answer = await world.ada.post(`/users/${world.demo.people[person].id}/erasure`, {
        messages: 'keep',
      })
      expectHeld(answer)
    }
    expect((await world.ada.get(`/users/${world.demo.people.ben.id}`)).body.user.is_active).toBe(true)
    await world.ada.patch('/realm', { message_retention_days: 2 })
    world.clock.advance(9 * DAY)
    await deleteExpiredMessages(world.chat, new AbortController().signal)
    await removeUnclaimed(world.chat)
    const left = await readIds(world.ben)
    expect(left).toEqual(expect.arrayContaining([id, privately]))
    expect(left).not.toContain(other)
    expect((await world.ben.get('/attachments')).body.attachments).toHaveLength(1)
    await release(hold)
    await deleteExpiredMessages(world.chat, new AbortController().signal)
    await removeUnclaimed(world.chat)
    expect(await readIds(world.ben)).toEqual([])
    expect((await world.ben.get('/attachments')).body.attachments).toEqual([])
    await world.ada.patch('/realm', { message_retention_days: -1 })
  })

  it('an edit loses no file and no version: not even the fifty-second', async () => {
    const stream_id = await makeStream(world.ada, 'held edits', ['ada', 'ben'])
    const file = { bytes: Buffer.from('bytes'), name: 'contract.txt' }
    const { url } = (await world.ben.upload('/user_uploads', { file })).body
    const id = await sendToStream(world.ben, 'held edits', 'x', `[contract](${url})`)
    const hold = await place({ stream_id })
    const edit = (content: string) => world.ben.patch(`/messages/${id}`, { content })
    for (let version = 1; version <= 55; version += 1)
      expect((await edit(`version ${version}`)).status).toBe(200)
    const history = async () => {
      const { message_history } = (await world.ada.get(`/messages/${id}/history`)).body
      return message_history.map((one: { content: string }) => one.content)
    }
    expect(await history()).toHaveLength(56)
    expect(await history()).toContain('version 2')
    const attachments = async () => (await world.ben.get('/attachments')).body.attachments
    const [{ id: fileId }] = await attachments()
    expectHeld(await world.ben.delete(`/attachments/${fileId}`))
    await release(hold)
    await edit('the last')
    expect((await history()).length).toBeLessThan(56)
    expect((await world.ben.delete(`/attachments/${fileId}`)).status).toBe(200)
    expect(await attachments()).toEqual([])
  })

  it('nothing of a stream is deleted, or moved to another stream', async () => {
    const stream_id = await makeStream(world.ada, 'held stream', ['ada', 'ben'])
    const id = await sendToStream(world.ben, 'held stream', 'x', 'evidence')
    const hold = await place({ stream_id })
    expectHeld(await world.ada.delete(`/messages/${id}`))
    expectHeld(await world.ada.post(`/streams/${stream_id}/delete_topic`, { topic_name: 'x' }))
    const elsewhere = await makeStream(world.ada, 'elsewhere', ['ada', 'ben'])
    expectHeld(await world.ada.patch(`/messages/${id}`, { stream_id: elsewhere }))
    expectHeld(await world.ada.post(`/users/${world.demo.people.ben.id}/erasure`, { messages: 'delete' }))
    await world.ada.patch(`/streams/${stream_id}`, { message_retention_days: 1 })
    world.clock.advance(5 * DAY)
    await deleteExpiredMessages(world.chat, new AbortController().signal)
    expect(await readIds(world.ben, [{ operator: 'stream', operand: 'held stream' }])).toEqual([id])
    await world.ada.patch(`/streams/${stream_id}`, { message_retention_days: -1 })
    await release(hold)
    expect((await world.ada.delete(`/messages/${id}`)).status).toBe(200)
  })
})
