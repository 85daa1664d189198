import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readMrkdwn } from '../../../bots/incoming-webhooks/slack-incoming/slack-mrkdwn.ts'
import { link } from '../../../bots/incoming-webhooks/texts/markdown-parts.ts'
import { plain } from '../../../bots/incoming-webhooks/texts/plain-text.ts'
import { truncateContent } from '../../../messages/message-content.ts'
import type { ForeignMessage } from '../foreign/foreign-export.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import type { ForeignTarget } from '../foreign/foreign-target.ts'
import { insideOf } from '../foreign/inside-of.ts'
import { readReactions } from '../foreign/read-reactions.ts'
import { listRecords } from '../foreign/read-records.ts'
import { CHANNEL_TOPIC, ThreadTopics } from '../foreign/thread-topics.ts'
import type { SlackConversation, SlackStream } from './slack-conversations.ts'
import type { SlackPeople } from './slack-people.ts'

/** More than a message can contain. */
const LIMIT = 40_000

export interface SlackPlaces {
  people: SlackPeople
  streams: readonly SlackStream[]
  conversations: readonly SlackConversation[]
  target: ForeignTarget
}

type Place = SlackStream | SlackConversation

interface Reading extends SlackPlaces {
  folder: string
  textOf: SlackText
  topics: ThreadTopics
}

const MESSAGES_AT_ONCE = 500

/** Each channel has a file per day. All channels are read day by day, so that the messages are in the order of time. */
export async function* readSlackMessages(
  folder: string,
  places: SlackPlaces,
): AsyncGenerator<ForeignMessage[]> {
  const reading: Reading = { ...places, folder, textOf: createSlackText(places), topics: new ThreadTopics() }
  for (const [, files] of listDays(folder, places)) {
    const day: { at: number; place: Place; record: ForeignRecord }[] = []
    for (const { file, place } of files) {
      for (const record of await listRecords(folder, file)) day.push({ at: timeOf(record), place, record })
    }
    day.sort((one, other) => one.at - other.at)
    for (let start = 0; start < day.length; start += MESSAGES_AT_ONCE) {
      const messages: ForeignMessage[] = []
      for (const { place, record } of day.slice(start, start + MESSAGES_AT_ONCE)) {
        const message = await readMessage(reading, place, record)
        if (message) messages.push(message)
      }
      yield messages
    }
  }
}

/** The files of each day, oldest first. */
function listDays(folder: string, { streams, conversations, target }: SlackPlaces) {
  const days = new Map<string, { file: string; place: Place }[]>()
  for (const place of [...streams, ...conversations]) {
    let names: string[] = []
    try {
      names = readdirSync(join(folder, place.folder))
    } catch {
      target.leaveOut('Channels without messages in the export', place.folder)
    }
    for (const name of names.filter((one) => /^\d{4}-\d\d-\d\d\.json$/.test(one))) {
      const files = days.get(name) ?? []
      days.set(name, files)
      files.push({ file: `${place.folder}/${name}`, place })
    }
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Slack's notices, such as somebody joining a channel, have other types. */
const kept = new Set(['', 'bot_message', 'me_message', 'thread_broadcast', 'file_share', 'file_comment'])

async function readMessage(
  reading: Reading,
  place: Place,
  record: ForeignRecord,
): Promise<ForeignMessage | undefined> {
  const { people, target, textOf } = reading
  const kind = record.optionalText('subtype')
  if (!kept.has(kind)) {
    target.leaveOut(`Notices of Slack (${kind})`, record.place)
    return undefined
  }
  const sender = people.senderOf(record)
  const sentAt = timeOf(record)
  const text = textOf(record)
  const files = await linkSlackFiles(reading, place.folder, record, sender.id, Math.floor(sentAt))
  const content = [kind === 'me_message' ? `/me ${text}` : text, ...files]
    .filter(Boolean)
    .join('\n')
    .trimEnd()
  if (content === '') {
    target.leaveOut('Messages without text', record.place)
    return undefined
  }
  const whole = truncateContent(content)
  if (whole !== content) target.leaveOut('Messages that are too long (they are cut off)', record.place)
  return {
    senderId: sender.id,
    to:
      'stream' in place
        ? { streamId: place.stream.id, topic: topicOf(reading, place, record, text) }
        : { userIds: [...new Set([...place.userIds, sender.id])] },
    content: whole,
    sentAt: Math.floor(sentAt),
    editedAt: record.has('edited') ? Math.floor(timeOf(record.record('edited'))) : null,
    client: 'Slack import',
    reactions: readReactions(reactionsOf(record), (id) => people.find(id)?.id, target, record.place),
    starredBy: [],
  }
}

const reactionsOf = (record: ForeignRecord) =>
  record
    .records('reactions')
    .flatMap((reaction) =>
      reaction.texts('users').map((user) => ({ user, emoji: reaction.text('name').split('::')[0]! })),
    )

function topicOf({ topics }: Reading, { key }: SlackStream, record: ForeignRecord, text: string): string {
  const [own, first] = [record.text('ts'), record.optionalText('thread_ts')]
  if (first === '') return CHANNEL_TOPIC
  const thread = `${key} ${first}`
  const known = topics.find(thread)
  if (known !== undefined) return known
  const isAlone = own === first && !record.has('reply_count') && record.texts('reply_users').length === 0
  if (isAlone) return CHANNEL_TOPIC
  // The first message may be older than the export.
  return topics.begin(key, thread, own === first ? text : 'thread')
}

/** Seconds with a fraction, as a text. */
function timeOf(record: ForeignRecord): number {
  record.time('ts')
  return Number(record.text('ts'))
}

type SlackText = (message: ForeignRecord) => string

/** Converts the text of messages, with mentions of the people and links to the streams that they have become. */
function createSlackText({
  people,
  streams,
}: {
  people: SlackPeople
  streams: readonly SlackStream[]
}): SlackText {
  const channels = new Map(streams.map(({ key, stream }) => [key, stream]))
  const refer = (kind: '@' | '#' | '!', id: string): string | undefined => {
    if (kind === '!') return /^(channel|here|everyone)$/.test(id) ? '@**all**' : undefined
    if (kind === '#') {
      const stream = channels.get(id)
      return stream && `#**${stream.name}**`
    }
    const person = people.find(id)
    return person && `@**${person.fullName}|${person.id}**`
  }
  const convert = (text: string) => readMrkdwn(text, { limit: LIMIT, refer })
  return (message) => {
    const texts = [message.optionalText('text')]
    // Messages of apps often have nothing else.
    for (const attachment of texts[0] === '' ? message.records('attachments') : []) {
      const parts = ['pretext', 'title', 'text'].map((name) => attachment.optionalText(name)).filter(Boolean)
      texts.push(...(parts.length > 0 ? parts : [attachment.optionalText('fallback')]))
    }
    return texts.filter(Boolean).map(convert).join('\n\n').trim()
  }
}

/**
 * Links to the files of a message. Slack's own exports contain only addresses; tools that complete them put the files
 * into `__uploads`, or into a folder of the channel.
 */
async function linkSlackFiles(
  { folder, target }: { folder: string; target: ForeignTarget },
  channel: string,
  message: ForeignRecord,
  ownerId: number,
  createdAt: number,
): Promise<string[]> {
  const links: string[] = []
  for (const file of message.records('files')) {
    const id = file.optionalText('id').replace(/[^A-Za-z0-9]/g, '')
    const name = file.optionalText('name') || file.optionalText('title') || id
    if (file.optionalText('mode') === 'tombstone' || id === '') {
      target.leaveOut('Files that were deleted in Slack', file.place)
      continue
    }
    const places = [join('__uploads', id, name), join(channel, 'attachments', `${id}-${name}`)]
    const path = places.map((place) => insideOf(folder, place)).find(Boolean)
    if (path) {
      const address = await target.addFile({ key: id, path, name, ownerId, createdAt })
      links.push(`[${plain(name)}](${address})`)
    } else {
      target.leaveOut(
        'Files that are not in the export (their messages link to Slack)',
        `${name} in ${message.place}`,
      )
      // Without the token of the export, which gives access to all files.
      links.push(link(name, file.optionalText('url_private').split('?')[0]))
    }
  }
  return links
}
