import type { CompanyPhones, UserChange } from '../company/company-phones.ts'
import { instancesTable } from '../company/instances/instances-table.ts'
import type { TelephonyDb } from '../telephony-platform.ts'
import { listRouteNumbers } from './call-routes/call-route-store.ts'
import { acquireIntents } from './extensions/accounts/acquire-intents.ts'
import { announceAccounts } from './extensions/accounts/changed-accounts.ts'
import { forEachDomain } from './extensions/accounts/for-each-domain.ts'
import type { PbxIntent } from './extensions/accounts/pbx-intent-store.ts'
import { mutexOf, newToken, repairPbx } from './extensions/accounts/repair-pbx.ts'
import { runExclusiveOnAll } from './extensions/accounts/run-exclusive-on-all.ts'
import { extensionsTable } from './extensions/extension.ts'
import { findFirstExtensions, hasExtensionsAt, renameExtensionUser } from './extensions/extension-store.ts'
import { forEachConcurrently } from './pbx/for-each-concurrently.ts'
import { pbxIntentsTable } from './pbx/pbx-tables.ts'
import type { Phones } from './phones.ts'

const WIDTH = 8

/** The phones as the company sees them. `phones` is read when it is needed: the company is created first. */
export const connectCompany = (phones: () => Phones): CompanyPhones => ({
  findFirstExtensions,
  hasNumbersAt: async (db, companyId, location) =>
    (await hasExtensionsAt(db, companyId, location)) ||
    (await listRouteNumbers(db, companyId, location.pbx_uuid)).length > 0,
  renameUser: renameExtensionUser,
  changeUserPhones: (companyId, userId, change) => changeUserPhones(phones(), companyId, userId, change),
})

/**
 * Changes a user, and then the PBX: the user loses access whether or not the PBX can be reached. The intents are part
 * of the same transaction, so that the PBX is updated later if it fails now.
 */
async function changeUserPhones<T>(
  phones: Phones,
  companyId: number,
  userId: string,
  change: UserChange<T>,
): Promise<T> {
  for (;;) {
    const places = await intentsOfUser(phones, phones.database.read, companyId, userId)
    const mutexes = places.map((place) => mutexOf(phones, place))
    const done = await runExclusiveOnAll(mutexes, async () => {
      const committed = await commitWithIntents(phones, companyId, userId, mutexes, change)
      if (committed) await updatePbx(phones, committed.intents)
      return committed
    })
    if (done) return done.result
  }
}

interface Committed<T> {
  result: T
  intents: readonly PbxIntent[]
}

/** undefined: the user has just got another extension, which must be locked, too. */
async function commitWithIntents<T>(
  phones: Phones,
  companyId: number,
  userId: string,
  mutexes: readonly string[],
  change: UserChange<T>,
): Promise<Committed<T> | undefined> {
  let committed: Committed<T> | undefined
  await acquireIntents(phones, {
    companyId,
    refusal: 'The phones of the user are being changed by somebody else; try again',
    check: async () => {},
    async take(tx) {
      const concerned = await change.concernsPhones(tx.db)
      const intents = concerned ? await intentsOfUser(phones, tx.db, companyId, userId) : []
      if (intents.some((intent) => !mutexes.includes(mutexOf(phones, intent)))) return []
      const others = await Promise.all(intents.map((intent) => pbxIntentsTable.find(tx.db, intent)))
      if (others.some((other) => other !== undefined)) return others.filter((other) => other !== undefined)
      for (const intent of intents) await pbxIntentsTable.insertIfAbsent(tx.db, intent)
      announceAccounts(phones, tx, intents)
      committed = { result: await change.commit(tx), intents }
      return []
    },
  })
  return committed
}

async function updatePbx(phones: Phones, intents: readonly PbxIntent[]): Promise<void> {
  try {
    await forEachDomain(intents, (ofDomain) =>
      forEachConcurrently(ofDomain, WIDTH, (intent) => repairPbx(phones, intent)),
    )
  } catch (error) {
    phones.log.warn(
      { err: error },
      'the PBX could not be updated for the phones of a user; trying again later',
    )
  }
}

async function intentsOfUser(
  phones: Phones,
  db: TelephonyDb,
  companyId: number,
  userId: string,
): Promise<PbxIntent[]> {
  const extensions = await extensionsTable.list(db, { company_id: companyId, user_id: userId })
  if (extensions.length === 0) return []
  const instances = new Map(
    (await instancesTable.list(db, { company_id: companyId })).map((one) => [one.uuid, one]),
  )
  return extensions.map(({ instance_uuid: uuid, number }) => ({
    company_id: companyId,
    instance_uuid: uuid,
    number,
    domain: instances.get(uuid)!.domain,
    token: newToken(phones),
    created_at: phones.clock.now(),
  }))
}
