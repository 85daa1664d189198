import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'
import { sendToStream } from '../messages/message-requests.ts'

describe.each(engines)('What is stored, on %s', (engine) => {
  let world: WorkspaceWorld
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
  })
  afterAll(() => world.stop())

  it('GET /realm/stored_data | counts each kind, also of the phones, with its retention', async () => {
    const ada = world.chatAs(world.people.ada)
    const read = async () => {
      const { stored_data } = (await ada.get('/realm/stored_data')).body
      return new Map<string, Record<string, number | null>>(
        stored_data.map((row: { kind: string }) => [row.kind, row]),
      )
    }
    const before = await read()
    expect([...before.keys()]).toEqual([
      ...['messages', 'message_edits', 'uploads', 'drafts', 'exports', 'sessions', 'audit_log'],
      ...['calls', 'recordings', 'voicemail', 'texts', 'faxes', 'audit'],
    ])
    await sendToStream(ada, 'test', 'x')
    await ada.upload('/user_uploads', { file: { bytes: Buffer.alloc(500), name: 'a.bin' } })
    await ada.patch('/realm', { message_retention_days: 30 })
    await world.owner.patch('/company/retention', { faxes_days: 9 })
    const after = await read()
    expect(after.get('messages')).toMatchObject({
      count: before.get('messages')!.count! + 1,
      bytes: null,
      oldest_timestamp: expect.any(Number),
      retention_days: 30,
    })
    expect(after.get('uploads')).toMatchObject({ count: 1, bytes: 500 })
    expect(after.get('faxes')).toEqual({
      kind: 'faxes',
      count: 0,
      bytes: 0,
      oldest_timestamp: null,
      retention_days: 9,
      retention_applied_timestamp: null,
    })
  })

  it('only for administrators', async () => {
    for (const person of [world.people.ben, world.people.gus]) {
      const answer = await world.chatAs(person).get('/realm/stored_data')
      expect([answer.status, answer.body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL'])
    }
  })
})
