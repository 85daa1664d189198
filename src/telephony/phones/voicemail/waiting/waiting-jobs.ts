import type { BackgroundJobs } from '../../../../platform/concurrency/background-jobs.ts'
import type { Pbx } from '../../pbx/pbx.ts'
import { parseAddress } from '../../pbx/pbx-address.ts'
import type { Phones } from '../../phones.ts'
import { waitingShownTable } from './waiting-shown-table.ts'
import { countWaiting, listCompaniesWaiting, type Waiting } from './waiting-store.ts'

/** Checks a flag; reads the database only if something may have changed. */
const TICK_MS = 200
/** Extensions change whenever a phone registers. */
const kinds: ReadonlySet<string> = new Set(['voicemail_message', 'extension'])

/** Message waiting: phones show the number of new messages, from the arrival of one until it is read or deleted. */
export function startWaitingJobs(phones: Phones, work: BackgroundJobs): void {
  const { database, follower, pbx } = phones
  const { showWaiting: show } = pbx
  if (!show) return
  const changed = new Set<number>()
  let isUnsure = true
  follower.on('changed', ({ tenant, payload }) => {
    if (kinds.has(payload.kind)) changed.add(tenant)
  })
  follower.onSkip((tenant) => void changed.add(tenant))
  // A new connection: the PBX may have been started again.
  pbx.listen(({ kind }) => {
    if (kind === 'callsInProgress') isUnsure = true
  })
  work.onLeader(TICK_MS, 'showing how many messages are waiting', async () => {
    if (isUnsure) {
      isUnsure = false
      await database.write(0, { work: ({ db }) => waitingShownTable.updateWhere(db, {}, { is_told: 0 }) })
      for (const company of await listCompaniesWaiting(database.read)) changed.add(company)
    }
    for (const company of [...changed]) {
      changed.delete(company)
      await showWaiting(phones, show, company).catch((error) => {
        changed.add(company)
        throw error
      })
    }
  })
}

/** Updates the number of messages that phones of a company show, where it has changed. */
async function showWaiting(
  { database }: Phones,
  show: NonNullable<Pbx['showWaiting']>,
  companyId: number,
): Promise<void> {
  const [counted, shown] = [
    await countWaiting(database.read, companyId),
    await waitingShownTable.list(database.read, { company_id: companyId }),
  ]
  const write = (row: Waiting, isTold: 0 | 1) =>
    database.write(companyId, {
      work: ({ db }) => waitingShownTable.put(db, { company_id: companyId, is_told: isTold, ...row }),
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
    else
      await database.write(companyId, {
        work: ({ db }) => waitingShownTable.remove(db, { company_id: companyId, address: waiting.address }),
      })
  }
}

/** Phones that show messages and have none any more. */
const noLonger = (counted: readonly Waiting[], shown: readonly Waiting[]): Waiting[] =>
  shown
    .filter(({ address }) => !counted.some((one) => one.address === address))
    .map(({ address }) => ({ address, new_count: 0, old_count: 0 }))
