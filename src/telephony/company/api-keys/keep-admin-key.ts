import type { ApiKey } from '../../identity/api-key.ts'
import { listApiKeys } from '../../identity/api-key-store.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'

/** Whoever holds such a key can always make others. */
const opensTheHouse = (key: ApiKey) => key.scopes.includes('admin') && key.expires_at === null

/** Inside the transaction: nobody may lock the company out of its own keys. */
export async function checkAdminKeyRemains(db: TelephonyDb, key: ApiKey): Promise<void> {
  if (!opensTheHouse(key)) return
  const others = (await listApiKeys(db, key.company_id)).filter(({ id }) => id !== key.id)
  if (!others.some(opensTheHouse)) {
    throw conflict("This is the last API key with the scope 'admin' that does not expire; make another first")
  }
}
