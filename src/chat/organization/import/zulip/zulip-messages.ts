import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { truncateContent } from '../../../messages/message-content.ts'
import type { ForeignMessage, ForeignStream } from '../foreign/foreign-export.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import type { ForeignTarget } from '../foreign/foreign-target.ts'
import { insideOf } from '../foreign/inside-of.ts'
import { readRecords } from '../foreign/read-records.ts'
import type { ZulipRecipients } from './zulip-recipients.ts'

export interface ZulipPlaces {
  people: ReadonlySet<number>
  streams: readonly ForeignStream[]
  recipients: ZulipRecipients
  target: ForeignTarget
}

/** The files messages-000001.json, messages-000002.json and so on. */
export async function* readZulipMessages(
  folder: string,
  places: ZulipPlaces,
): AsyncGenerator<ForeignMessage[]> {
  const addresses = await addFiles(folder, places)
  const streams = new Set(places.streams.map(({ id }) => id))
  const files = readdirSync(folder).filter((name) => /^messages-\d+\.json$/.test(name))
  for (const file of files.sort()) {
    const stars = await readStars(folder, file, places.people)
    for await (const some of readRecords(folder, file, ['zerver_message'])) {
      yield some.flatMap(({ record }) => readMessage(record, places, streams, stars, addresses) ?? [])
    }
  }
}

function readMessage(
  record: ForeignRecord,
  { people, recipients, target }: ZulipPlaces,
  streams: ReadonlySet<number>,
  stars: ReadonlyMap<number, readonly number[]>,
  addresses: ReadonlyMap<string, string>,
): ForeignMessage | undefined {
  const [id, senderId, recipient] = [record.id('id'), record.id('sender'), record.id('recipient')]
  const to = destinationOf(record, senderId, recipient, recipients)
  const isKnown =
    to && ('streamId' in to ? streams.has(to.streamId) : to.userIds.every((userId) => people.has(userId)))
  if (!isKnown || !people.has(senderId)) {
    target.leaveOut('Messages of or to somebody who is not in the export', `${record.place} (message ${id})`)
    return undefined
  }
  const content = record
    .text('content')
    .trimEnd()
    .replace(uploads, (address, path) => addresses.get(path) ?? address)
  if (content === '') {
    target.leaveOut('Messages without text', `${record.place} (message ${id})`)
    return undefined
  }
  const kept = truncateContent(content)
  if (kept !== content) target.leaveOut('Messages that are too long (they are cut off)', `message ${id}`)
  return {
    id,
    senderId,
    to,
    content: kept,
    sentAt: record.time('date_sent'),
    editedAt: record.has('last_edit_time') ? record.time('last_edit_time') : null,
    client: 'Zulip import',
    reactions: [],
    starredBy: stars.get(id) ?? [],
  }
}

const uploads = /(?<=\/user_uploads\/)([^\s)\]>"']+)/g

function destinationOf(
  record: ForeignRecord,
  senderId: number,
  recipient: number,
  { kindOf, subscriptions }: ZulipRecipients,
): ForeignMessage['to'] | undefined {
  const kind = kindOf.get(recipient)
  if (kind === undefined) return undefined
  if (kind === 'group') {
    const members = (subscriptions.get(recipient) ?? []).map(({ userId }) => userId)
    return { userIds: [...new Set([...members, senderId])] }
  }
  if ('personId' in kind) return { userIds: [...new Set([kind.personId, senderId])] }
  return { streamId: kind.streamId, topic: record.optionalText('subject') }
}

const STARRED = 2

/** Who starred which messages of one file. */
async function readStars(
  folder: string,
  file: string,
  people: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const stars = new Map<number, number[]>()
  for await (const some of readRecords(folder, file, ['zerver_usermessage'])) {
    for (const { record } of some) {
      if ((record.number('flags_mask') & STARRED) === 0) continue
      const [id, userId] = [record.id('message'), record.id('user_profile')]
      if (people.has(userId)) stars.set(id, [...(stars.get(id) ?? []), userId])
    }
  }
  return stars
}

/** By the part of the old address after /user_uploads/: the same part of the new one. */
async function addFiles(folder: string, { people, target }: ZulipPlaces): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  if (!existsSync(join(folder, 'attachment.json'))) return addresses
  for await (const some of readRecords(folder, 'attachment.json', ['zerver_attachment'])) {
    for (const { record } of some) {
      const key = record.text('path_id')
      const path = insideOf(join(folder, 'uploads'), key)
      const ownerId = record.id('owner')
      if (path === undefined || !people.has(ownerId)) {
        target.leaveOut('Files that are not in the export', key)
        continue
      }
      const name = record.text('file_name')
      const address = await target.addFile({
        key,
        path,
        name,
        ownerId,
        createdAt: record.time('create_time'),
      })
      addresses.set(key, address.slice('/user_uploads/'.length))
    }
  }
  return addresses
}
