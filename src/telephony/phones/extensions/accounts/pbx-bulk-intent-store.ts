import type { TelephonyDb } from '../../../telephony-platform.ts'
import type { PbxIntent } from './pbx-intent-store.ts'

/** Both engines have a limit on the parameters of a statement. */
const AT_ONCE = 500

function partsOf<T>(items: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let start = 0; start < items.length; start += AT_ONCE) parts.push(items.slice(start, start + AT_ONCE))
  return parts
}

/** The intents of the same extensions, by any server. */
export async function findIntents(db: TelephonyDb, intents: readonly PbxIntent[]): Promise<PbxIntent[]> {
  const found: PbxIntent[] = []
  for (const part of partsOf(intents)) {
    const rows = await db
      .selectFrom('pbx_intents')
      .selectAll()
      .where('company_id', '=', part[0]!.company_id)
      .where('instance_uuid', '=', part[0]!.instance_uuid)
      .where(
        'number',
        'in',
        part.map(({ number }) => number),
      )
      .execute()
    found.push(...rows)
  }
  return found
}

/** Returns how many of the extensions were acquired. */
export async function insertIntents(db: TelephonyDb, intents: readonly PbxIntent[]): Promise<number> {
  let count = 0n
  for (const part of partsOf(intents)) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('pbx_intents')
      .values(part)
      .onConflict((on) => on.doNothing())
      .executeTakeFirstOrThrow()
    count += numInsertedOrUpdatedRows ?? 0n
  }
  return Number(count)
}

/** Renews them: the work continues. */
export async function touchIntents(
  db: TelephonyDb,
  { company_id: companyId, instance_uuid: uuid, token }: PbxIntent,
  now: number,
): Promise<void> {
  await db
    .updateTable('pbx_intents')
    .set({ created_at: now })
    .where('company_id', '=', companyId)
    .where('instance_uuid', '=', uuid)
    .where('token', '=', token)
    .execute()
}

/** Returns how many still existed with this token. */
export async function deleteIntents(db: TelephonyDb, intents: readonly PbxIntent[]): Promise<number> {
  let count = 0n
  for (const part of partsOf(intents)) {
    const { numDeletedRows } = await db
      .deleteFrom('pbx_intents')
      .where('company_id', '=', part[0]!.company_id)
      .where('instance_uuid', '=', part[0]!.instance_uuid)
      .where('token', '=', part[0]!.token)
      .where(
        'number',
        'in',
        part.map(({ number }) => number),
      )
      .executeTakeFirstOrThrow()
    count += numDeletedRows
  }
  return Number(count)
}
