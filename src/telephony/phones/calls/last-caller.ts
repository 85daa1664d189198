import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Extension } from '../extensions/extension.ts'

const E164 = /^\+\d+$/

export interface LastCaller {
  /** undefined: withheld, or not one that can be called */
  readonly number: string | undefined
  readonly isOutside: boolean
}

/** Who has called an extension last, since it belongs to its present user. Callers who were blocked do not count. */
export async function findLastCaller(
  db: TelephonyDb,
  { company_id, id, user_id }: Pick<Extension, 'company_id' | 'id' | 'user_id'>,
): Promise<LastCaller | undefined> {
  const row = await db
    .selectFrom('call_parties as called')
    .innerJoin('call_parties as caller', (join) =>
      join
        .onRef('caller.company_id', '=', 'called.company_id')
        .onRef('caller.call_id', '=', 'called.call_id')
        .on('caller.role', '=', 'caller'),
    )
    .select(['caller.number', 'caller.trunk_id'])
    .where('called.company_id', '=', company_id)
    .where('called.extension_id', '=', id)
    .where('called.role', '=', 'called')
    .where('called.user_id', user_id === null ? 'is' : '=', user_id)
    .where('called.outcome', '<>', 'blocked')
    .orderBy('called.call_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const isOutside = row.trunk_id !== null
  // A stranger can send anything, also the number of an extension or of an expensive service.
  const canBeCalled = (isOutside ? E164 : /^\d+$/).test(row.number)
  return { number: canBeCalled ? row.number : undefined, isOutside }
}
