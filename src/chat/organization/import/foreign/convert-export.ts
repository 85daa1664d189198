import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { ChatPlatform } from '../../../chat-platform.ts'
import { renderShortText } from '../../../markdown/render-short-text.ts'
import { pickColor } from '../../../streams/subscriptions/stream-colors.ts'
import { ForeignArchive, IMPORTED_AT } from './foreign-archive.ts'
import type { ForeignExport, ForeignPerson, ForeignStream } from './foreign-export.ts'
import { ForeignFiles } from './foreign-files.ts'
import type { LeftOut } from './left-out.ts'
import { createForeignRendering } from './render-foreign.ts'
import { writeForeignMessages } from './write-foreign-messages.ts'

export interface Conversion {
  /** for the archive; replaced */
  folder: string
  /** of the export */
  fingerprint: string
  leftOut: LeftOut
  report(line: string): void
}

/** Makes an archive in our own format from an export of another system. The same export makes the same archive. */
export async function convertExport(
  chat: ChatPlatform,
  source: ForeignExport,
  { folder, fingerprint, leftOut, report }: Conversion,
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const archive = new ForeignArchive(folder, source)
  const nameFile = (key: string) =>
    hash('sha256', chat.secrets.hash(`import ${fingerprint} ${key}`), 'hex').slice(0, 32)
  const files = new ForeignFiles(archive, nameFile, leftOut)
  const emoji = await writeEmoji(archive, source, files)
  const render = createForeignRendering(chat, source, emoji)
  const scratchFolder = `${folder}-scratch`
  await rm(scratchFolder, { recursive: true, force: true })
  await writeForeignMessages(source, { archive, files, render, leftOut, scratchFolder, report })
  await rm(scratchFolder, { recursive: true, force: true })
  await writeForeignPeople(archive, source, files)
  await writeForeignStreams(archive, source)
  await archive.receiveConversations()
  await writeRealm(archive, source)
  await archive.finish()
}

async function writeEmoji(archive: ForeignArchive, { emoji }: ForeignExport, files: ForeignFiles) {
  const sources = new Map<number, { source_url: string }>()
  for (const one of emoji) {
    const drawn = await files.drawEmoji(one)
    if (!drawn) continue
    sources.set(one.id, drawn)
    await archive.write('realm_emoji', {
      realm_id: 0,
      id: one.id,
      name: one.name,
      author_id: one.authorId,
      deactivated: one.isDeactivated ? 1 : 0,
      live_name: one.isDeactivated ? null : one.name,
      ...drawn,
    })
  }
  return sources
}

async function writeRealm(
  archive: ForeignArchive,
  { name, description, streams }: ForeignExport,
): Promise<void> {
  const created = Math.min(...streams.map(({ createdAt }) => createdAt).filter((time) => time > 0))
  await archive.write('realms', {
    id: 0,
    host: '',
    name,
    description,
    created_at: Number.isFinite(created) ? created : 0,
    deactivated: 0,
    settings: '{}',
    icon_url: null,
  })
}

/** Writes the people, and a notification bot, which every organization has. */
async function writeForeignPeople(
  archive: ForeignArchive,
  { people }: ForeignExport,
  files: ForeignFiles,
): Promise<void> {
  const owner = people.find((person) => person.role === 'administrator' && !person.isBot && person.isActive)
  for (const person of people)
    await archive.write('users', userRow(person, owner?.id ?? null, await files.drawAvatar(person)))
  const bot = {
    id: archive.notificationBotId,
    email: 'notification-bot@switchboard.invalid',
    fullName: 'Notification Bot',
    role: 'member',
    isActive: true,
    isBot: true,
    joinedAt: 0,
    timezone: '',
    avatar: undefined,
  } as const
  await archive.write('users', { ...userRow(bot, null, null), is_system: 1 })
}

/** A bot belongs to the first administrator, who can deactivate it or give it to somebody else. */
function userRow(person: ForeignPerson, botOwnerId: number | null, avatarUrl: string | null) {
  return {
    realm_id: 0,
    id: person.id,
    email: person.email,
    email_key: person.email.toLowerCase(),
    // The operator imports them. They have no password, so that only mail to the address gives access.
    email_proven: 1,
    full_name: person.fullName,
    name_key: person.fullName.toLowerCase(),
    short_name: person.email.split('@')[0]!,
    role: person.role,
    bot_type: person.isBot ? 1 : null,
    bot_owner_id: person.isBot ? botOwnerId : null,
    is_system: 0,
    is_active: person.isActive ? 1 : 0,
    date_joined: person.joinedAt,
    timezone: person.timezone,
    avatar_url: avatarUrl,
    settings: '{}',
  }
}

/** Streams, who is subscribed, and that they receive the stream's messages from the first one on. */
async function writeForeignStreams(archive: ForeignArchive, { streams }: ForeignExport): Promise<void> {
  const colors = new Map<number, string[]>()
  for (const stream of streams) {
    const recipientId = archive.recipientOf(stream.id)
    await archive.write('recipients', { realm_id: 0, id: recipientId, stream_id: stream.id, members: null })
    await archive.write('streams', streamRow(stream, recipientId, archive.firstMessageOf(stream.id)))
    for (const { userId, color, isMuted, isPinned } of stream.subscribers) {
      const used = colors.get(userId) ?? []
      colors.set(userId, used)
      const chosen = color ?? pickColor(used)
      used.push(chosen)
      await archive.write('subscriptions', {
        realm_id: 0,
        user_id: userId,
        stream_id: stream.id,
        active: stream.isArchived ? 0 : 1,
        color: chosen,
        pin_to_top: isPinned ? 1 : 0,
        is_muted: isMuted ? 1 : 0,
        desktop_notifications: null,
        audible_notifications: null,
        push_notifications: null,
        email_notifications: null,
        wildcard_mentions_notify: null,
      })
      await archive.receive(userId, recipientId, stream)
    }
  }
}

function streamRow(stream: ForeignStream, recipientId: number, firstMessageId: number | null) {
  return {
    realm_id: 0,
    id: stream.id,
    name: stream.name,
    name_key: stream.name.toLowerCase(),
    description: stream.description,
    rendered_description: renderShortText(stream.description),
    invite_only: stream.isPrivate ? 1 : 0,
    history_public: stream.isHistoryPublic ? 1 : 0,
    announcement_only: stream.isAnnouncementOnly ? 1 : 0,
    is_default: stream.isDefault ? 1 : 0,
    creator_id: null,
    created_at: stream.createdAt,
    deactivated: stream.isArchived ? 1 : 0,
    archived_at_event: stream.isArchived ? IMPORTED_AT : null,
    recipient_id: recipientId,
    first_message_id: firstMessageId,
    weekly_traffic: null,
    traffic_counted_at: 0,
    message_retention_days: null,
  }
}
