import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportResult } from '../../../src/chat/organization/import/import-organization.ts'
import { engines } from '../../harness/engines.ts'
import { type ImportTarget, openImportTarget } from '../../harness/import-into.ts'
import { readPage } from '../../harness/read-page.ts'
import { writeZulipExport } from '../../harness/zulip-export.ts'

describe.each(engines)('an export of Zulip, imported on %s', (engine) => {
  let target: ImportTarget
  let folder: string
  let result: ImportResult
  beforeAll(async () => {
    target = await openImportTarget(engine)
    folder = join(target.config.dataDir, 'zulip')
    await writeZulipExport(folder)
    await expect(target.import(folder, {}, 4)).rejects.toThrow('interrupted')
    result = await target.import(folder)
  })
  afterAll(() => target.stop())

  it('reports what it imported, and what it left out', async () => {
    expect(result).toMatchObject({ state: 'done', system: 'Zulip', realm: { name: 'Lighthouse' } })
    expect(result.tables).toMatchObject({ users: 7, streams: 3, messages: 7, reactions: 2, attachments: 1 })
    expect([...result.leftOut].sort()).toEqual([
      'Files that are not in the export: ../../realm.json',
      'Messages of or to somebody who is not in the export: messages-000002.json, zerver_message, record 5 (message 124)',
      'Reactions to messages that the export does not contain: message 999',
      'Reactions with an unknown emoji or person: realm.json, zerver_reaction, record 3',
    ])
    expect(await target.import(folder)).toMatchObject({ state: 'done before' })
  })

  it('keeps people, roles, pictures, streams and subscriptions', async () => {
    const ada = await target.as('ada@example.com')
    const { members } = (await ada.get('/users')).body
    const of = (id: number) => members.find((member: { user_id: number }) => member.user_id === id)
    expect(of(10)).toMatchObject({ full_name: 'Ada Admin', is_admin: true, timezone: 'Europe/Berlin' })
    expect(of(12)).toMatchObject({ is_guest: true })
    expect(of(13)).toMatchObject({ is_active: false })
    expect(of(14)).toMatchObject({ is_bot: true })
    expect((await target.app.inject(of(10).avatar_url)).headers['content-type']).toBe('image/png')
    const { subscriptions } = (await ada.get('/users/me/subscriptions')).body
    expect(subscriptions).toMatchObject([
      { stream_id: 5, name: 'general', pin_to_top: true, color: '#c2c2c2' },
      { stream_id: 6, name: 'keepers', invite_only: true, history_public_to_subscribers: false },
    ])
    expect((await ada.get('/realm/emoji')).body.emoji['3']).toMatchObject({ name: 'lamp' })
  })

  it('keeps messages under their ids, with topics, mentions, stars, reactions and files', async () => {
    const ada = await target.as('ada@example.com')
    const messages = await readPage(ada)
    expect(messages.map(({ id, subject }) => [id, subject])).toEqual([
      [110, 'tides'],
      [111, 'rota'],
      [112, ''],
      [120, ''],
      [121, 'Tides'],
      [122, 'stream events'],
    ])
    const [first] = messages
    expect(first).toMatchObject({
      timestamp: 1_600_000_110,
      flags: expect.arrayContaining(['read', 'starred', 'mentioned']),
    })
    expect(first!.content).toContain('data-user-id="10"')
    expect(first!.content).toContain('/user_avatars/1/emoji/images/')
    expect(first!.reactions.map((reaction: { emoji_name: string }) => reaction.emoji_name)).toEqual([
      'tada',
      'lamp',
    ])
    const link = /href="(\/user_uploads\/1\/[^"]+)"/.exec(first!.content)![1]!
    const ben = await target.as('ben@example.com')
    const file = await ben.get(link)
    expect(file.status).toBe(200)
    expect(
      (
        await readPage(ada, [
          { operator: 'stream', operand: 'general' },
          { operator: 'topic', operand: 'tides' },
        ])
      ).map(({ id }) => id),
    ).toEqual([110, 121])
    expect((await readPage(ada, [{ operator: 'search', operand: 'keepers' }])).map(({ id }) => id)).toEqual([
      111,
    ])
    expect((await readPage(ada, [{ operator: 'has', operand: 'attachment' }])).map(({ id }) => id)).toEqual([
      110,
    ])
    const { topics } = (await ada.get('/users/me/5/topics')).body
    expect(topics.map(({ name }: { name: string }) => name)).toEqual(['stream events', 'Tides'])
  })

  it('shows nobody what they could not see before, and counts everything as read', async () => {
    const ben = await target.as('ben@example.com')
    expect((await readPage(ben)).map(({ id }) => id)).toEqual([110, 112, 120, 121, 122, 123])
    const gus = await target.as('gus@example.com')
    expect((await readPage(gus)).map(({ id }) => id)).toEqual([120])
    for (const client of [ben, gus]) {
      const state = (await client.post('/register')).body
      expect(state.unread_msgs.count).toBe(0)
    }
  })

  it('continues with new messages and events', async () => {
    const ada = await target.as('ada@example.com')
    const ben = await target.as('ben@example.com')
    const { queue_id } = (await ben.post('/register', { event_types: '["message"]' })).body
    const { id } = (
      await ada.post('/messages', { type: 'stream', to: 'general', topic: 'tides', content: 'new' })
    ).body
    expect(id).toBe(124)
    const { events } = (await ben.get('/events', { queue_id, last_event_id: -1, dont_block: true })).body
    expect(events).toMatchObject([{ type: 'message', message: { id: 124 } }])
    await ben.post('/messages', { type: 'private', to: ['ada@example.com'], content: 'same conversation' })
    expect(await readPage(ada, [{ operator: 'pm-with', operand: 'ben@example.com' }])).toHaveLength(2)
  })

  it('names the file and the record of a mistake', async () => {
    const wrong = async (content: string, message: string) => {
      writeFileSync(join(folder, 'messages-000002.json'), content)
      await expect(target.import(folder, { host: 'other' })).rejects.toThrow(message)
    }
    await wrong(
      '{"zerver_message": [{"id": "x"}]}',
      'messages-000002.json, zerver_message, record 1: id is not an id.',
    )
    await wrong('{"zerver_message": [{"id": 1}', 'messages-000002.json is damaged: it ends too early.')
    await wrong(
      '{"zerver_message": [1 2]}',
      'messages-000002.json is damaged: item 1 of zerver_message is not JSON.',
    )
    await wrong('{"zerver_message": [7]}', 'messages-000002.json, zerver_message, record 1 is not an object.')
  })
})
