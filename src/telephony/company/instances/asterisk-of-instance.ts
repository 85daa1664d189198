import type { TelephonySettings } from '../../telephony-config.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'

/** The Asterisk for a new instance: the one with the fewest, the first of several such. */
export async function chooseAsterisk(
  db: TelephonyDb,
  { asterisks }: Pick<TelephonySettings, 'asterisks'>,
): Promise<number> {
  if (asterisks.length < 2) return 1
  const counts = await countByAsterisk(db)
  const countOf = (number: number) => counts.get(number) ?? 0
  return asterisks
    .map(({ number }) => number)
    .reduce((best, number) => (countOf(number) < countOf(best) ? number : best))
}

/** host:port where the phones of an instance register. */
export const sipProxyOf = (
  { asterisks, sipProxy }: Pick<TelephonySettings, 'asterisks' | 'sipProxy'>,
  instance: { asterisk: number },
) => asterisks.find(({ number }) => number === instance.asterisk)?.sipProxy ?? sipProxy

/** How many instances each Asterisk serves; one that serves none is missing. */
async function countByAsterisk(db: TelephonyDb): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('instances')
    .select(({ fn }) => ['asterisk', fn.countAll<number | string>().as('count')])
    .groupBy('asterisk')
    .execute()
  return new Map(rows.map(({ asterisk, count }) => [asterisk, Number(count)]))
}
