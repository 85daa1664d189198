import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportResult } from '../../../src/chat/organization/import/import-organization.ts'
import { engines } from '../../harness/engines.ts'
import { type ImportTarget, openImportTarget } from '../../harness/import-into.ts'
import { writeMattermostExport } from '../../harness/mattermost-export.ts'
import { readPage } from '../../harness/read-page.ts'

describe.each(engines)('an export of Mattermost, imported on %s', (engine) => {
  let target: ImportTarget
  let folder: string
  let result: ImportResult
  beforeAll(async () => {
    target = await openImportTarget(engine)
    folder = join(target.config.dataDir, 'mattermost')
    await writeMattermostExport(folder)
    await expect(target.import(folder, {}, 6)).rejects.toThrow('interrupted')
    result = await target.import(folder)
  })
  afterAll(() => target.stop())

  const texts = async (email: string, narrow: object[] = []) =>
    (await readPage(await target.as(email), narrow)).map(({ content }) => content.replace(/<[^>]+>/g, ''))

  it('reports what it imported, and what it left out', async () => {
    expect(result).toMatchObject({ state: 'done', system: 'Mattermost', realm: { name: 'Lighthouse' } })
    expect(result.tables).toMatchObject({
      users: 7,
      streams: 2,
      messages: 8,
      reactions: 2,
      attachments: 1,
      realm_emoji: 1,
    })
    expect([...result.leftOut].sort()).toEqual([
      'Custom emoji without a valid name or a picture in the export: gone',
      'Files that are not in the export: ../outside.txt in import.jsonl, line 13, replies 2',
      'Notices of Mattermost: import.jsonl, line 15',
      "People without a valid email address (they get one that receives no mail): 2, the first is mattermost-weather-5@switchboard.invalid instead of ''",
      'Reactions with an unknown emoji or person: :unknown_one: in import.jsonl, line 13',
    ])
    expect(await target.import(folder)).toMatchObject({ state: 'done before' })
  })

  it('converts people, channels, pictures and emoji', async () => {
    const ada = await target.as('ada@example.com')
    const { members } = (await ada.get('/users')).body
    const named = (name: string) => members.find((member: { full_name: string }) => member.full_name === name)
    expect(named('Ada Admin')).toMatchObject({
      is_admin: true,
      avatar_url: expect.stringContaining('/user_avatars/1/'),
    })
    expect(named('Gus Guest')).toMatchObject({ is_guest: true })
    expect(named('Old Hand')).toMatchObject({ is_active: false })
    expect(named('Weather')).toMatchObject({ is_bot: true })
    const { subscriptions } = (await ada.get('/users/me/subscriptions')).body
    expect(
      subscriptions.map(({ name, invite_only }: Record<string, unknown>) => [name, invite_only]),
    ).toEqual([
      ['Keepers', true],
      ['Town Square', false],
    ])
  })

  it('sorts posts and replies by time, and converts threads to topics', async () => {
    expect(await texts('ada@example.com')).toEqual([
      'Hello @Ada Admin, @nobody and @Ben Boat. See #Keepers, @ada and\n@ada\n',
      'Only for keepers',
      'A reply with a file\ntides.txt',
      'Between the two of us',
      'From a stranger',
      'The three of us',
      'A late reply @all',
      'The last word',
    ])
    const ben = await target.as('ben.boat@example.com')
    const { topics } = (await ben.get('/users/me/1/topics')).body
    expect(topics.map(({ name }: { name: string }) => name)).toEqual([
      'chat',
      'Hello @Ada Admin, @nobody and @Ben Boat. See…',
    ])
    const [starred] = await readPage(ben, [{ operator: 'is', operand: 'starred' }])
    expect(starred.reactions.map(({ emoji_name }: { emoji_name: string }) => emoji_name)).toEqual([
      'tada',
      'lamp',
    ])
    expect(starred.flags).toContain('mentioned')
  })

  it('keeps what is private, and serves files', async () => {
    expect(await texts('gus@example.com')).toEqual(['The three of us'])
    expect(await texts('ben.boat@example.com', [{ operator: 'search', operand: 'keepers' }])).toHaveLength(1)
    expect((await (await target.as('gus@example.com')).post('/register')).body.unread_msgs.count).toBe(0)
    const ben = await target.as('ben.boat@example.com')
    const [message] = await readPage(ben, [{ operator: 'has', operand: 'attachment' }])
    const link = /href="(\/user_uploads\/[^"]+)"/.exec(message.content)![1]!
    expect((await ben.get(link)).status).toBe(200)
  })

  it('takes the file without the folder, and names the line of a mistake', async () => {
    const file = join(target.config.dataDir, 'posts.jsonl')
    copyFileSync(join(folder, 'import.jsonl'), file)
    expect(await target.import(file, { isDryRun: true, host: 'other' })).toMatchObject({
      tables: { messages: 8 },
    })
    appendFileSync(file, '{"type": "post", "post": {"team": "crew", "channel": 5}}\n')
    await expect(target.import(file, { host: 'other' })).rejects.toThrow(
      'posts.jsonl, line 20: channel is not a text.',
    )
    writeFileSync(file, '{"type": "version", "version": 1}\n{"type": "po')
    await expect(target.import(file, { host: 'other' })).rejects.toThrow('posts.jsonl, line 2 is not JSON.')
  })
})
