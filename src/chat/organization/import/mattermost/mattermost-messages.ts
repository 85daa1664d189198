import { basename } from 'node:path'
import { LineSorter } from '../../../../platform/files/line-sorter.ts'
import { plain } from '../../../bots/webhook-texts/plain-text.ts'
import { truncateContent } from '../../../messages/sending/message-content.ts'
import type { ForeignMessage } from '../foreign/foreign-export.ts'
import { ForeignRecord } from '../foreign/foreign-record.ts'
import type { ForeignTarget } from '../foreign/foreign-target.ts'
import { readReactions } from '../foreign/read-reactions.ts'
import { CHANNEL_TOPIC, ThreadTopics } from '../foreign/thread-topics.ts'
import type { MattermostDirectory } from './mattermost-directory.ts'
import { readMattermostLines } from './mattermost-lines.ts'
import { readMattermostText } from './mattermost-text.ts'

/** A post or a reply, on its way through the sorter. */
interface Post {
  place: string
  /** the number of its thread; 0: it has no replies */
  thread: number
  to: { team: string; channel: string } | { members: string[] }
  value: unknown
}

const MESSAGES_AT_ONCE = 500

/** Posts are exported in no particular order, with their replies inside. */
export async function* readMattermostMessages(
  folder: string,
  file: string,
  directory: MattermostDirectory,
  target: ForeignTarget,
): AsyncGenerator<ForeignMessage[]> {
  const sorter = new LineSorter(target.scratchFolder)
  let threads = 0
  for await (const records of readMattermostLines(folder, file)) {
    for (const { type, record } of records) {
      if (type !== 'post' && type !== 'direct_post') continue
      const to =
        type === 'post'
          ? { team: record.text('team'), channel: record.text('channel') }
          : { members: record.texts('channel_members') }
      const replies = record.records('replies')
      if (replies.length > 0) threads += 1
      for (const one of [record, ...replies]) {
        const value = one.without('replies')
        await sorter.add(one.number('create_at'), {
          place: one.place,
          thread: replies.length > 0 ? threads : 0,
          to,
          value,
        })
      }
    }
  }
  const topics = new ThreadTopics()
  let messages: ForeignMessage[] = []
  for await (const post of sorter.sorted()) {
    const message = await readPost(post as Post, directory, topics, target)
    if (message) messages.push(message)
    if (messages.length < MESSAGES_AT_ONCE) continue
    yield messages
    messages = []
  }
  yield messages
}

async function readPost(
  { place, thread, to, value }: Post,
  directory: MattermostDirectory,
  topics: ThreadTopics,
  target: ForeignTarget,
): Promise<ForeignMessage | undefined> {
  const record = new ForeignRecord(place, value)
  const stream = 'team' in to ? directory.stream(to.team, to.channel) : undefined
  if ('team' in to && !stream) {
    target.leaveOut('Messages in channels that are not in the export', place)
    return undefined
  }
  if (record.optionalText('type').startsWith('system_')) {
    target.leaveOut('Notices of Mattermost', place)
    return undefined
  }
  const sender = directory.addStranger(record.text('user'))
  const sentAt = Math.floor(record.number('create_at') / 1000)
  const text = readMattermostText(record.optionalText('message'), directory, 'team' in to ? to.team : '')
  const content = [text, ...(await linkFiles(record, directory, target, sender.id, sentAt))]
    .filter(Boolean)
    .join('\n')
    .trimEnd()
  if (content === '') {
    target.leaveOut('Messages without text', place)
    return undefined
  }
  const whole = truncateContent(content)
  if (whole !== content) target.leaveOut('Messages that are too long (they are cut off)', place)
  const idOf = (name: string) => directory.person(name)?.id
  const idsOf = (names: readonly string[]) => names.flatMap((name) => idOf(name) ?? [])
  const reactions = record
    .records('reactions')
    .map((one) => ({ user: one.text('user'), emoji: one.text('emoji_name') }))
  const custom = new Map(directory.emoji.map(({ name, id }) => [name, id]))
  return {
    senderId: sender.id,
    to: stream
      ? { streamId: stream.id, topic: topicOf(topics, stream.id, thread, text) }
      : { userIds: [...new Set([...idsOf('members' in to ? to.members : []), sender.id])] },
    content: whole,
    sentAt,
    editedAt:
      record.has('edit_at') && record.number('edit_at') > 0
        ? Math.floor(record.number('edit_at') / 1000)
        : null,
    client: 'Mattermost import',
    reactions: readReactions(reactions, idOf, target, place, custom),
    starredBy: idsOf(record.texts('flagged_by')),
  }
}

function topicOf(topics: ThreadTopics, streamId: number, thread: number, text: string): string {
  if (thread === 0) return CHANNEL_TOPIC
  return topics.find(String(thread)) ?? topics.begin(String(streamId), String(thread), text)
}

async function linkFiles(
  record: ForeignRecord,
  directory: MattermostDirectory,
  target: ForeignTarget,
  ownerId: number,
  createdAt: number,
): Promise<string[]> {
  const links: string[] = []
  for (const attachment of record.records('attachments')) {
    const key = attachment.text('path')
    const path = directory.fileAt(key)
    if (path === undefined) {
      target.leaveOut('Files that are not in the export', `${key} in ${record.place}`)
      continue
    }
    const name = basename(key)
    const address = await target.addFile({ key, path, name, ownerId, createdAt })
    links.push(`[${plain(name)}](${address})`)
  }
  return links
}
