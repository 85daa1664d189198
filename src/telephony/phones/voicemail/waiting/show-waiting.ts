import type { Pbx } from '../../pbx/pbx.ts'
import { parseAddress } from '../../pbx/pbx-address.ts'
import type { Phones } from '../../phones.ts'
import { countWaiting, deleteShown, listShown, putShown, type Waiting } from './waiting-store.ts'

/** Updates the number of messages that phones of a company show, where it has changed. */
export async function showWaiting(
  { database }: Phones,
  show: NonNullable<Pbx['showWaiting']>,
  companyId: number,
): Promise<void> {
  const [counted, shown] = [
    await countWaiting(database.read, companyId),
    await listShown(database.read, companyId),
  ]
  const write = (row: Waiting, isTold: 0 | 1) =>
    database.write(companyId, {
      work: ({ db }) => putShown(db, { company_id: companyId, is_told: isTold, ...row }),
    })
  for (const waiting of [...counted, ...noLonger(counted, shown)]) {
    const before = shown.find(({ address }) => address === waiting.address)
    const isSame = before?.new_count === waiting.new_count && before.old_count === waiting.old_count
    const address = parseAddress(waiting.address)
    if ((isSame && before.is_told === 1) || !address) continue
    // Before the PBX: otherwise, after a crash, nobody would know that this lamp must be switched off again.
    await write(waiting, 0)
    await show(address, { new: waiting.new_count, old: waiting.old_count })
    if (waiting.new_count + waiting.old_count > 0) await write(waiting, 1)
    else await database.write(companyId, { work: ({ db }) => deleteShown(db, companyId, waiting.address) })
  }
}

/** Phones that show messages and have none any more. */
const noLonger = (counted: readonly Waiting[], shown: readonly Waiting[]): Waiting[] =>
  shown
    .filter(({ address }) => !counted.some((one) => one.address === address))
    .map(({ address }) => ({ address, new_count: 0, old_count: 0 }))
