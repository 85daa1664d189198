import { deleteSealedEntries } from '../../platform/outbox/outbox-store.ts'
import type { Db } from '../chat-platform.ts'

/** Tables whose rows are unusable without the lost key and can be deleted. */
const unreadable = [
  'sessions',
  'password_resets',
  'email_changes',
  // Otherwise nobody who uses them could sign in any more.
  'two_factors',
  'recovery_codes',
  // Browsers subscribe again, with the next key.
  'push_keys',
  'push_subscriptions',
  // Their services need new addresses anyway, as all bots get new keys.
  'signing_secrets',
  // Pending events may contain API keys of bots.
  'event_queues',
] as const

export async function deleteUnreadableSecrets(db: Db): Promise<{ mails: number }> {
  for (const table of unreadable) await db.deleteFrom(table).execute()
  // An administrator types their secrets again.
  await db.updateTable('identity_providers').set({ secret_sealed: null, is_active: 0 }).execute()
  // Tokens are looked up by a hash with the lost key. The password of an LDAP directory is typed again.
  await db.deleteFrom('directories').where('directory', '=', 'scim').execute()
  await db.updateTable('directories').set({ secret_sealed: null }).execute()
  return { mails: await deleteSealedEntries(db) }
}

type AccountId = { realm_id: number; id: number; is_bot: boolean }

export async function listAllAccounts(db: Db): Promise<AccountId[]> {
  const rows = await db.selectFrom('users').select(['realm_id', 'id', 'bot_type']).execute()
  return rows.map(({ realm_id, id, bot_type }) => ({ realm_id, id, is_bot: bot_type !== null }))
}

export async function listAllServices(db: Db): Promise<{ realm_id: number; user_id: number }[]> {
  return db.selectFrom('bot_services').select(['realm_id', 'user_id']).execute()
}

export async function replaceServiceSecrets(
  db: Db,
  { realm_id, user_id }: { realm_id: number; user_id: number },
  sealed: { token_sealed: string; secret_sealed: string },
): Promise<void> {
  await db
    .updateTable('bot_services')
    .set(sealed)
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .execute()
}

export async function listAllInvites(
  db: Db,
): Promise<{ realm_id: number; id: number; email: string | null; state: string }[]> {
  return db.selectFrom('invites').select(['realm_id', 'id', 'email', 'state']).execute()
}

export async function replaceInviteToken(
  db: Db,
  { realm_id, id }: { realm_id: number; id: number },
  token: { token_hash: string; token_sealed: string },
): Promise<void> {
  await db.updateTable('invites').set(token).where('realm_id', '=', realm_id).where('id', '=', id).execute()
}
