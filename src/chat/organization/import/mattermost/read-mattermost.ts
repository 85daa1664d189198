import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LineSorter } from '../../../../platform/files/line-sorter.ts'
import { readLines } from '../../../../platform/files/read-lines.ts'
import { plain } from '../../../bots/incoming-webhooks/texts/plain-text.ts'
import { truncateContent } from '../../../messages/message-content.ts'
import type { ForeignExport, ForeignMessage } from '../foreign/foreign-export.ts'
import { ForeignRecord } from '../foreign/foreign-record.ts'
import type { ForeignTarget } from '../foreign/foreign-target.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { readReactions } from '../foreign/read-reactions.ts'
import { CHANNEL_TOPIC, ThreadTopics } from '../foreign/thread-topics.ts'
import { ImportRefused } from '../import-refused.ts'
import { MattermostDirectory } from './mattermost-directory.ts'

/** Code stays as it is. */
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g

const mention = /(?<![\w@/.])@([a-z0-9][a-z0-9._-]{0,63})/gi

const channel = /(?<![\w~])~([a-z0-9][a-z0-9_-]{0,63})/g

const MESSAGES_AT_ONCE = 500

/** The name of the file is free; mmctl calls it import.jsonl. */
export const findMattermostFile = (folder: string) =>
  readdirSync(folder)
    .sort()
    .find((name) => name.endsWith('.jsonl'))

/** The JSON Lines file of a bulk export, perhaps with the folder `data` beside it. */
export async function readMattermost(folder: string, file: string, leftOut: LeftOut): Promise<ForeignExport> {
  const directory = new MattermostDirectory(folder, leftOut)
  for await (const records of readMattermostLines(folder, file)) {
    // They are the last ones, and there may be millions.
    if (records.some(({ type }) => type === 'post' || type === 'direct_post')) {
      for (const { type, record } of records) directory.add(type, record)
      break
    }
    for (const { type, record } of records) directory.add(type, record)
  }
  directory.subscribe()
  return {
    system: 'Mattermost',
    name: directory.name,
    description: '',
    people: directory.people,
    streams: directory.streams,
    emoji: directory.emoji,
    messages: (target) => readMattermostMessages(folder, file, directory, target),
  }
}

/** A post or a reply, on its way through the sorter. */
interface Post {
  place: string
  /** the number of its thread; 0: it has no replies */
  thread: number
  to: { team: string; channel: string } | { members: string[] }
  value: unknown
}

/** Posts are exported in no particular order, with their replies inside. */
async function* readMattermostMessages(
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

/** Mattermost's Markdown is ours except for mentions of people and links to channels. */
function readMattermostText(text: string, directory: MattermostDirectory, team: string): string {
  let converted = ''
  let end = 0
  for (const match of text.matchAll(code)) {
    converted += readProse(text.slice(end, match.index), directory, team) + match[0]
    end = match.index + match[0].length
  }
  return converted + readProse(text.slice(end), directory, team)
}

function readProse(text: string, directory: MattermostDirectory, team: string): string {
  return text
    .replace(mention, (whole, name: string) => {
      if (/^(all|channel|here)$/i.test(name)) return '@**all**'
      // A dot or dash at the end may belong to the sentence.
      const plain = name.replace(/[._-]{1,64}$/, '')
      const person = directory.person(name) ?? directory.person(plain)
      if (!person) return whole
      const rest = directory.person(name) ? '' : name.slice(plain.length)
      return `@**${person.fullName}|${person.id}**${rest}`
    })
    .replace(channel, (whole, name: string) => {
      const stream = directory.stream(team, name)
      return stream ? `#**${stream.name}**` : whole
    })
}

interface MattermostLine {
  type: string
  record: ForeignRecord
}

/** Each line is an object with a type, and under the name of the type what it is about. */
async function* readMattermostLines(folder: string, file: string): AsyncGenerator<MattermostLine[]> {
  for await (const lines of readLines(join(folder, file))) {
    yield lines.flatMap(({ number, line }) => {
      const place = `${file}, line ${number}`
      const whole = new ForeignRecord(place, parse(line, place))
      const type = whole.text('type')
      return whole.has(type) && type !== 'version' ? [{ type, record: whole.record(type, place) }] : []
    })
  }
}

function parse(line: string, place: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ImportRefused(`${place} is not JSON.`)
  }
}
