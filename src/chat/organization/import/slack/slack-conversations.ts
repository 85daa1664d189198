import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignStream } from '../foreign/foreign-export.ts'
import { ForeignNames } from '../foreign/foreign-names.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { listRecords } from '../foreign/read-records.ts'
import type { SlackPeople } from './slack-people.ts'

export interface SlackStream {
  /** Slack's id */
  key: string
  /** the name of its folder */
  folder: string
  stream: ForeignStream
}

export interface SlackConversation {
  folder: string
  userIds: readonly number[]
}

/** Channels become streams. Direct messages, also of several people, become private conversations. */
export async function readSlackConversations(folder: string, people: SlackPeople, leftOut: LeftOut) {
  const names = new ForeignNames(leftOut)
  const list = async (file: string) => (existsSync(join(folder, file)) ? listRecords(folder, file) : [])
  const membersOf = (record: ForeignRecord) => record.texts('members').flatMap((id) => people.find(id) ?? [])
  const streams: SlackStream[] = []
  for (const [file, isPrivate] of [
    ['channels.json', false],
    ['groups.json', true],
  ] as const) {
    for (const record of await list(file)) {
      const key = record.text('id')
      const members = membersOf(record).filter(({ isActive }) => isActive)
      const purpose =
        record.record('purpose').optionalText('value') || record.record('topic').optionalText('value')
      const isArchived = record.flag('is_archived')
      const stream = {
        id: streams.length + 1,
        name: names.stream(record.optionalText('name') || key, key),
        description: names.description(purpose),
        isPrivate,
        // Members of a private channel see everything from before they joined.
        isHistoryPublic: true,
        isAnnouncementOnly: false,
        isArchived,
        isDefault: record.flag('is_general') && !isArchived,
        createdAt: record.time('created'),
        subscribers: members.map(({ id }) => ({ userId: id })),
      }
      streams.push({ key, folder: folderOf(folder, record), stream })
    }
  }
  const conversations: SlackConversation[] = []
  for (const file of ['dms.json', 'mpims.json']) {
    for (const record of await list(file)) {
      const userIds = [...new Set(membersOf(record).map(({ id }) => id))]
      conversations.push({ folder: folderOf(folder, record), userIds })
    }
  }
  return { streams, conversations }
}

/** Named after the channel or, for direct messages, after its id. */
function folderOf(folder: string, record: ForeignRecord): string {
  const name = record.optionalText('name')
  const isPlain = name !== '' && !/[/\\]|^\.{1,2}$/.test(name)
  return isPlain && existsSync(join(folder, name)) ? name : record.text('id').replace(/[^A-Za-z0-9]/g, '')
}
