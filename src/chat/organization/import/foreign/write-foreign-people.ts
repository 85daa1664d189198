import type { ForeignArchive } from './foreign-archive.ts'
import type { ForeignExport, ForeignPerson } from './foreign-export.ts'
import type { ForeignFiles } from './foreign-files.ts'

/** Writes the people, and a notification bot, which every organization has. */
export async function writeForeignPeople(
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
