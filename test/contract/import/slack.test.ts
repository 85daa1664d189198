import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportResult } from '../../../src/chat/organization/import/import-organization.ts'
import { engines } from '../../harness/engines.ts'
import { type ImportTarget, openImportTarget } from '../../harness/import-into.ts'
import { makeZip } from '../../harness/make-zip.ts'
import { readPage } from '../../harness/read-page.ts'
import { slackExport } from '../../harness/slack-export.ts'

describe.each(engines)('an export of Slack, imported on %s', (engine) => {
  let target: ImportTarget
  let path: string
  let result: ImportResult
  beforeAll(async () => {
    target = await openImportTarget(engine)
    path = join(target.config.dataDir, 'slack.zip')
    writeFileSync(path, makeZip(slackExport()))
    await expect(target.import(path, {}, 5)).rejects.toThrow('interrupted')
    result = await target.import(path, { name: 'Lighthouse' })
  })
  afterAll(() => target.stop())

  const general = [{ operator: 'stream', operand: 'general' }]
  const topic = (name: string) => [...general, { operator: 'topic', operand: name }]
  const texts = async (email: string, narrow: object[] = []) =>
    (await readPage(await target.as(email), narrow)).map(({ content }) => content.replace(/<[^>]+>/g, ''))

  it('reports what it imported, and what it left out', async () => {
    expect(result).toMatchObject({ state: 'done', system: 'Slack' })
    expect(result.tables).toMatchObject({ users: 8, streams: 4, messages: 14, reactions: 3, attachments: 1 })
    expect([...result.leftOut].sort()).toEqual([
      'Channels without messages in the export: C3',
      'Files that are not in the export (their messages link to Slack): lost.txt in general/2020-09-14.json, record 6',
      'Notices of Slack (channel_join): general/2020-09-13.json, record 4',
      "People without a valid email address (they get one that receives no mail): slack-u5@switchboard.invalid instead of ''",
      'Reactions with an unknown emoji or person: :partyparrot: in general/2020-09-13.json, record 1',
    ])
    expect(await target.import(path)).toMatchObject({ state: 'done before' })
  })

  it('converts people and channels', async () => {
    const ada = await target.as('ada@example.com')
    const { members } = (await ada.get('/users')).body
    const named = (name: string) => members.find((member: { full_name: string }) => member.full_name === name)
    expect(named('Ada Admin')).toMatchObject({ is_admin: true, is_active: true })
    expect(named('Ben Boat')).toMatchObject({ is_admin: false, email: 'ben@example.com' })
    expect(named('Gus Guest')).toMatchObject({ is_guest: true })
    expect(named('Old Hand')).toMatchObject({ is_active: false })
    expect(named('Weather')).toMatchObject({ is_bot: true, is_active: false })
    expect(named('Slack user U9')).toMatchObject({ is_bot: false, is_active: false })
    const { streams } = (await ada.get('/streams')).body
    expect(
      streams.map(({ name, invite_only, description }: Record<string, unknown>) => [
        name,
        invite_only,
        description,
      ]),
    ).toEqual([
      ['general', false, 'About general'],
      ['keepers', true, 'About keepers'],
    ])
  })

  it('converts messages in the order of time, and threads to topics', async () => {
    expect(await texts('ada@example.com', topic('chat'))).toEqual([
      'Out of order in the file',
      'Bold, slanted and a link, @Ada Admin &amp; #old-plans',
      'Storm warning',
      'From a stranger',
      'See the file\ntides.txt',
      'lost.txt',
    ])
    expect(await texts('ada@example.com', topic('Who has the key to the lamp room?'))).toEqual([
      'Who has the key to the lamp room?',
      'I do',
      'Thanks @all',
    ])
    expect(await texts('ada@example.com', topic('Who has the key to the lamp room? (2)'))).toHaveLength(1)
    const [first] = await readPage(await target.as('ada@example.com'), [
      { operator: 'is', operand: 'mentioned' },
    ])
    expect(first.content).toContain('<a href="https://example.com/a?b=1&amp;c=2"')
    expect(first.reactions.map(({ emoji_name }: { emoji_name: string }) => emoji_name)).toEqual([
      'tada',
      'tada',
      '+1',
    ])
    expect(first.timestamp).toBe(1_600_000_010)
  })

  it('keeps what is private, and counts everything as read', async () => {
    expect(await texts('ben@example.com', [{ operator: 'is', operand: 'private' }])).toEqual([
      'Between the two of us',
      'The three of us',
    ])
    expect(await texts('gus@example.com')).toEqual(['The three of us'])
    expect(await texts('ben@example.com', [{ operator: 'search', operand: 'keepers' }])).toEqual([])
    expect(await texts('ada@example.com', [{ operator: 'search', operand: 'keepers' }])).toEqual([
      'Only for keepers\ncode &lt;here&gt;\n',
    ])
    for (const email of ['ada@example.com', 'ben@example.com', 'gus@example.com']) {
      expect((await (await target.as(email)).post('/register')).body.unread_msgs.count).toBe(0)
    }
  })

  it('serves files to those who see their message, and links the others without the token', async () => {
    const [message] = await readPage(await target.as('ada@example.com'), [
      { operator: 'has', operand: 'attachment' },
    ])
    const link = /href="(\/user_uploads\/[^"]+)"/.exec(message.content)![1]!
    expect((await (await target.as('ben@example.com')).get(link)).status).toBe(200)
    expect((await (await target.as('gus@example.com')).get(link)).status).toBe(404)
    const [lost] = await readPage(await target.as('ada@example.com'), [
      { operator: 'search', operand: 'lost' },
    ])
    expect(lost.content).toContain('href="https://files.slack.com/x/lost.txt"')
  })
})
