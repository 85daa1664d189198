import type { ForeignPerson, ForeignStream } from '../foreign/foreign-export.ts'
import { ForeignNames } from '../foreign/foreign-names.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { listRecords } from '../foreign/read-records.ts'
import type { ZulipRecipients } from './zulip-recipients.ts'

export async function readZulipStreams(
  folder: string,
  { kindOf, subscriptions }: ZulipRecipients,
  people: readonly ForeignPerson[],
  leftOut: LeftOut,
): Promise<ForeignStream[]> {
  const names = new ForeignNames(leftOut)
  const active = new Set(people.filter(({ isActive }) => isActive).map(({ id }) => id))
  const defaults = new Set(
    (await listRecords(folder, 'realm.json', 'zerver_defaultstream')).map((record) => record.id('stream')),
  )
  const recipients = new Map<number, number>()
  for (const [id, kind] of kindOf)
    if (kind !== 'group' && 'streamId' in kind) recipients.set(kind.streamId, id)
  return (await listRecords(folder, 'realm.json', 'zerver_stream')).map((record) => {
    const stream = streamOf(record, names)
    const subscribers = subscriptions.get(recipients.get(stream.id) ?? 0) ?? []
    return {
      ...stream,
      isDefault: defaults.has(stream.id) && !stream.isArchived,
      // An account that is closed has left its streams.
      subscribers: subscribers
        .filter(({ userId, isActive }) => isActive && active.has(userId))
        .map(({ userId, color, isMuted, isPinned }) => ({
          userId,
          isMuted,
          isPinned,
          ...(color && { color }),
        })),
    }
  })
}

/** Who may post: 1 everyone, 2 administrators; older versions have a flag. */
const ADMINISTRATORS = 2

function streamOf(
  record: ForeignRecord,
  names: ForeignNames,
): Omit<ForeignStream, 'isDefault' | 'subscribers'> {
  const id = record.id('id')
  const isPrivate = record.flag('invite_only')
  const policy = record.has('stream_post_policy') ? record.number('stream_post_policy') : 1
  return {
    id,
    name: names.stream(record.text('name').replace(/^!DEACTIVATED:/, ''), `stream ${id}`),
    description: names.description(record.optionalText('description')),
    isPrivate,
    isHistoryPublic: !isPrivate || record.flag('history_public_to_subscribers'),
    isAnnouncementOnly: record.flag('is_announcement_only') || policy === ADMINISTRATORS,
    isArchived: record.flag('deactivated'),
    createdAt: record.time('date_created'),
  }
}
