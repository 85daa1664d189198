import type { TelephonyDb } from '../telephony-platform.ts'
import { type RetryKeysTable, retryKeysTable } from './retry-keys-table.ts'

/** One attempt at a request. A later attempt that takes over the key is a new claim, with another time. */
export interface RetryClaim {
  companyId: number
  keyHash: string
  at: number
}

/** The form in which `Author.retryKey` passes it to the action. */
export const claimText = ({ keyHash, at }: RetryClaim) => `${at} ${keyHash}`

export function readClaim(companyId: number, text: string): RetryClaim {
  const [at, keyHash] = text.split(' ')
  return { companyId, keyHash: keyHash!, at: Number(at) }
}

/** Claims the key if it is new, or was left by an attempt that died before it changed anything. */
export async function claimRetryKey(
  db: TelephonyDb,
  claim: RetryClaim,
  fingerprint: string,
  abandonedAfter: number,
): Promise<boolean> {
  const { companyId, keyHash, at } = claim
  await db
    .deleteFrom('retry_keys')
    .where('company_id', '=', companyId)
    .where('key_hash', '=', keyHash)
    .where('carried_out', '=', 0)
    .where('answer_sealed', 'is', null)
    .where('created_at', '<', at - abandonedAfter)
    .execute()
  const row = {
    company_id: companyId,
    key_hash: keyHash,
    fingerprint,
    carried_out: 0,
    status: null,
    answer_sealed: null,
    created_at: at,
  }
  return retryKeysTable.insertIfAbsent(db, row)
}

/** Called in the transaction of the change. False if another attempt has taken over the key. */
export async function markCarriedOut(db: TelephonyDb, claim: RetryClaim): Promise<boolean> {
  return updateClaimed(db, claim, { carried_out: 1 })
}

export async function keepResponse(
  db: TelephonyDb,
  claim: RetryClaim,
  status: number,
  sealed: string,
): Promise<void> {
  await updateClaimed(db, claim, { status, answer_sealed: sealed })
}

async function updateClaimed(
  db: TelephonyDb,
  { companyId, keyHash, at }: RetryClaim,
  changes: Partial<RetryKeysTable>,
): Promise<boolean> {
  return (
    (await retryKeysTable.updateWhere(
      db,
      { company_id: companyId, key_hash: keyHash, created_at: at },
      changes,
    )) > 0
  )
}
