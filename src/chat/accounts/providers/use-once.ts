import type { ChatPlatform } from '../../chat-platform.ts'
import { samlAssertionsTable } from './saml-assertions-table.ts'

/** Whether it is the first use of an assertion or token. `expiresAt`: in milliseconds; then it is refused for its age. */
export function useOnce(
  { database, secrets }: ChatPlatform,
  realmId: number,
  id: string,
  expiresAt: number,
): Promise<boolean> {
  const key = { realm_id: realmId, id_hash: secrets.hash(id) }
  const row = { ...key, expires_at: Math.ceil(expiresAt / 1000) }
  return database.write(realmId, { work: ({ db }) => samlAssertionsTable.insertIfAbsent(db, row) })
}
