import type { OutboxEntry } from '../../../../platform/outbox/outbox-queue.ts'
import { contactsTable } from '../../../identity/contact.ts'
import { openSecrets } from '../../extension-data/extension-secrets.ts'
import { forEachConcurrently } from '../../pbx/for-each-concurrently.ts'
import type { PbxAddress } from '../../pbx/pbx.ts'
import { mayRegister, setRegistrable } from '../../pbx/registrable-phones.ts'
import type { Phones } from '../../phones.ts'
import { extensionsTable, pbxAccountOf } from '../extension.ts'
import { notePhoneEvent } from './note-phone-event.ts'

/** Extensions of one instance. Their accounts may exist in the PBX, in the database, in both or in neither. */
export interface AccountsOfInstance {
  readonly instance: string
  readonly domain: string
  readonly numbers: readonly number[]
}

declare module '../../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** extensions for which the PBX may differ from the database */
    pbx_accounts: readonly AccountsOfInstance[]
  }
}

/** How many accounts of an instance are changed at once. The PBX can store them together. */
export const ACCOUNTS_AT_ONCE = 16
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 15_000
/** A PBX that does not respond must not delay the others. */
const ENTRIES_AT_ONCE = 32

export const subjectsOf = (accounts: readonly AccountsOfInstance[]): string[] =>
  accounts.flatMap(({ instance, numbers }) => numbers.map((number) => `${instance}:${number}`))

export const addressesOf = (accounts: readonly AccountsOfInstance[]): PbxAddress[] =>
  accounts.flatMap(({ domain, numbers }) => numbers.map((number) => ({ domain, number })))

/** The worker of the outbox does what a request could not finish. It never gives up: both sides have to agree. */
export function handlePbxAccounts(phones: Phones): void {
  phones.outbox.handle('pbx_accounts', {
    concurrency: ENTRIES_AT_ONCE,
    retryAfter: (attempts) => Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 10), MAX_PAUSE_MS),
    retriesAtStart: true,
    isAbandonable: true,
    subjectsOf,
    attempt: (entry) => attemptMatch(phones, entry),
  })
}

async function attemptMatch(
  phones: Phones,
  entry: OutboxEntry<readonly AccountsOfInstance[]>,
): Promise<void> {
  const { tenant, payload } = entry
  await matchPbx(phones, tenant, payload)
  await phones.transact(tenant, async ({ db, outbox }) => {
    // This server was too slow: the database may have changed since it was read.
    if (!(await entry.done(db))) await outbox.add('pbx_accounts', { payload })
  })
}

/** Makes the PBX match the database. The instances do not wait for each other: each may have a PBX of its own. */
export async function matchPbx(
  phones: Phones,
  companyId: number,
  accounts: readonly AccountsOfInstance[],
): Promise<void> {
  const ends = await Promise.allSettled(
    accounts.map(({ instance, domain, numbers }) =>
      forEachConcurrently(numbers, ACCOUNTS_AT_ONCE, (number) =>
        matchAccount(phones, companyId, instance, { domain, number }),
      ),
    ),
  )
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
}

async function matchAccount(
  phones: Phones,
  companyId: number,
  instanceUuid: string,
  address: PbxAddress,
): Promise<void> {
  const { database, pbx, secrets } = phones
  const extension = await extensionsTable.findBy(database.read, {
    company_id: companyId,
    instance_uuid: instanceUuid,
    number: address.number,
  })
  if (!extension) return pbx.remove(address)
  const { secret } = openSecrets(secrets, extension.secrets_sealed)
  const { user_id: userId } = extension
  const user =
    userId === null
      ? undefined
      : await contactsTable.find(database.read, { company_id: companyId, id: userId })
  const registrable = mayRegister(user)
  await setRegistrable(pbx, pbxAccountOf(extension, address, secret), registrable)
  if (!registrable) await notePhoneEvent(phones, { kind: 'registration', address, state: 'UNAUTHENTICATED' })
}
