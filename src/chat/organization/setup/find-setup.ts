import { findLastBackup } from '../../../platform/backup/last-backup.ts'
import { secondsOf } from '../../../platform/clock.ts'
import { listPendingInvites } from '../../accounts/invitations/invite-store.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isBot } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { listStreams } from '../../streams/stream-store.ts'

/** How recent a backup must be. */
const BACKUP_MS = 7 * 86_400_000

/** Which steps of the setup are done, by what is there. */
export async function findSetup({ clock, config, database }: ChatPlatform, realm: Realm) {
  const { read } = database
  const [users, invites, streams] = await Promise.all([
    usersTable.list(read, { realm_id: realm.id }),
    listPendingInvites(read, realm.id, secondsOf(clock)),
    listStreams(read, realm.id),
  ])
  const people = users.filter((user) => user.is_active && !isBot(user))
  return {
    icon: realm.icon_url !== null,
    people: people.length > 1 || invites.length > 0,
    streams: streams.length > 1,
    mail_server: config.smtpUrl !== undefined,
    backups: await isBackedUp(config, clock.now()),
  }
}

/** null: PostgreSQL may be backed up by its own programs. */
async function isBackedUp(
  { dataDir, databaseUrl }: ChatPlatform['config'],
  now: number,
): Promise<boolean | null> {
  const last = await findLastBackup(dataDir)
  if (databaseUrl !== undefined && last === undefined) return null
  return last !== undefined && now - last < BACKUP_MS
}
