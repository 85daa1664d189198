import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '../../../identity/users/users-table.ts'
import { emojiByName, emojiNameByCode } from '../../../markdown/emoji-names.ts'
import type {
  ForeignEmoji,
  ForeignExport,
  ForeignPerson,
  ForeignReaction,
  ForeignStream,
} from '../foreign/foreign-export.ts'
import { ForeignNames } from '../foreign/foreign-names.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import type { ForeignTarget } from '../foreign/foreign-target.ts'
import { insideOf } from '../foreign/inside-of.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { listRecords, readRecords } from '../foreign/read-records.ts'
import { readZulipMessages } from './zulip-messages.ts'
import { readZulipRecipients, type ZulipRecipients } from './zulip-recipients.ts'

const tables = ['zerver_userprofile', 'zerver_userprofile_mirrordummy', 'zerver_userprofile_crossrealm']

/** Who may post: 1 everyone, 2 administrators; older versions have a flag. */
const ADMINISTRATORS = 2

const FILE = 'realm.json'

export const isZulipExport = (folder: string) => existsSync(join(folder, FILE))

/** An export of Zulip's `manage.py export`. All ids stay the same, so links to messages keep their meaning. */
export async function readZulip(folder: string, leftOut: LeftOut): Promise<ForeignExport> {
  const [realm] = await listRecords(folder, FILE, 'zerver_realm')
  const people = await readZulipPeople(folder, leftOut)
  const ids = new Set(people.map(({ id }) => id))
  const recipients = await readZulipRecipients(folder)
  const emoji = await readZulipEmoji(folder, ids, leftOut)
  const streams = await readZulipStreams(folder, recipients, people, leftOut)
  return {
    system: 'Zulip',
    name: realm?.optionalText('name').trim() || 'Zulip',
    description: realm?.optionalText('description') ?? '',
    people,
    streams,
    emoji,
    messages: (target) => readZulipMessages(folder, { people: ids, streams, recipients, target }),
    reactions: (target) => readZulipReactions(folder, ids, emoji, target),
  }
}

async function readZulipEmoji(
  folder: string,
  people: ReadonlySet<number>,
  leftOut: LeftOut,
): Promise<ForeignEmoji[]> {
  const pictures = await findPictures(folder)
  const names = new Set<string>()
  const emoji: ForeignEmoji[] = []
  for (const record of await listRecords(folder, 'realm.json', 'zerver_realmemoji')) {
    const name = record.text('name')
    const picture = pictures.get(record.optionalText('file_name'))
    if (picture === undefined) {
      leftOut.add('Custom emoji without a picture in the export', name)
      continue
    }
    const isDeactivated = record.flag('deactivated') || names.has(name)
    if (!isDeactivated) names.add(name)
    const author = record.has('author') ? record.id('author') : 0
    const authorId = people.has(author) ? author : [...people][0]!
    emoji.push({ id: record.id('id'), name, authorId, isDeactivated, picture })
  }
  return emoji
}

/** By file name. The original is listed beside the reduced size. */
async function findPictures(folder: string): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  if (!existsSync(join(folder, 'emoji/records.json'))) return pictures
  for (const record of await listRecords(folder, 'emoji/records.json')) {
    const path = insideOf(join(folder, 'emoji'), record.text('path'))
    const file = record.optionalText('file_name') || record.text('path').split('/').at(-1)!
    if (path !== undefined && !pictures.has(file)) pictures.set(file, path)
  }
  return pictures
}

/** Both systems identify emoji by code point, or by the id of a custom emoji. */
async function* readZulipReactions(
  folder: string,
  people: ReadonlySet<number>,
  emoji: readonly ForeignEmoji[],
  target: ForeignTarget,
): AsyncGenerator<(ForeignReaction & { messageId: number })[]> {
  const custom = new Set(emoji.map(({ id }) => String(id)))
  for await (const some of readRecords(folder, 'realm.json', ['zerver_reaction'])) {
    yield some.flatMap(({ record }) => {
      const reaction = reactionOf(record, custom)
      if (reaction && people.has(reaction.userId)) return [reaction]
      target.leaveOut('Reactions with an unknown emoji or person', record.place)
      return []
    })
  }
}

function reactionOf(record: ForeignRecord, custom: ReadonlySet<string>) {
  const [emojiName, emojiCode] = [record.text('emoji_name'), record.text('emoji_code')]
  const found = { userId: record.id('user_profile'), messageId: record.id('message') }
  switch (record.text('reaction_type')) {
    case 'unicode_emoji': {
      const known =
        emojiByName.get(emojiName)?.code === emojiCode ? emojiName : emojiNameByCode.get(emojiCode)
      return known === undefined
        ? undefined
        : { ...found, emojiName: known, emojiCode, type: 'unicode_emoji' as const }
    }
    case 'realm_emoji':
      return custom.has(emojiCode)
        ? { ...found, emojiName, emojiCode, type: 'realm_emoji' as const }
        : undefined
    case 'zulip_extra_emoji':
      return emojiCode === 'zulip'
        ? { ...found, emojiName, emojiCode, type: 'zulip_extra_emoji' as const }
        : undefined
    default:
      return undefined
  }
}

async function readZulipStreams(
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

async function readZulipPeople(folder: string, leftOut: LeftOut): Promise<ForeignPerson[]> {
  const avatars = await findAvatars(folder)
  const names = new ForeignNames(leftOut)
  const people = new Map<number, ForeignPerson>()
  for await (const some of readRecords(folder, 'realm.json', tables)) {
    for (const { list, record } of some) {
      const person = personOf(record, list, names)
      if (!people.has(person.id)) people.set(person.id, { ...person, avatar: avatars.get(person.id) })
    }
  }
  return [...people.values()]
}

function personOf(record: ForeignRecord, list: string, names: ForeignNames): ForeignPerson {
  const id = record.id('id')
  const isOfServer = list === 'zerver_userprofile_crossrealm'
  const email = record.optionalText('delivery_email') || record.optionalText('email')
  return {
    id,
    email: names.email(email, `zulip-user-${id}@switchboard.invalid`),
    fullName: names.person(record.optionalText('full_name') || email.split('@')[0]!, `Zulip user ${id}`),
    role: roleOf(record),
    // Bots of the Zulip server itself do not work here; their messages remain.
    isActive: list === 'zerver_userprofile' && record.flag('is_active'),
    isBot: record.flag('is_bot') || isOfServer,
    joinedAt: record.time('date_joined'),
    timezone: record.optionalText('timezone'),
    avatar: undefined,
  }
}

/** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest; older versions have flags. */
function roleOf(record: ForeignRecord): Role {
  if (!record.has('role')) {
    if (record.flag('is_realm_admin')) return 'administrator'
    return record.flag('is_guest') ? 'guest' : 'member'
  }
  const role = record.number('role')
  if (role <= 200) return 'administrator'
  return role >= 600 ? 'guest' : 'member'
}

/** The original of a picture is listed beside its reduced sizes. */
async function findAvatars(folder: string): Promise<Map<number, string>> {
  const avatars = new Map<number, string>()
  if (!existsSync(join(folder, 'avatars/records.json'))) return avatars
  for (const record of await listRecords(folder, 'avatars/records.json')) {
    const path = insideOf(join(folder, 'avatars'), record.text('path'))
    if (path === undefined || !record.has('user_profile_id')) continue
    const id = record.id('user_profile_id')
    if (!avatars.has(id) || path.endsWith('.original')) avatars.set(id, path)
  }
  return avatars
}
