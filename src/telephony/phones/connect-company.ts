import type { CompanyPhones, UserChange } from '../company/company-phones.ts'
import { instancesTable } from '../company/instances/instances-table.ts'
import type { TelephonyDb, TelephonyTransaction } from '../telephony-platform.ts'
import { listRouteNumbers } from './call-routes/call-route-store.ts'
import { devicesTable } from './devices/devices-table.ts'
import { announceAccounts } from './extensions/accounts/changed-accounts.ts'
import { holdAccounts, matchHeld } from './extensions/accounts/hold-accounts.ts'
import { type AccountsOfInstance, addressesOf } from './extensions/accounts/match-pbx.ts'
import { extensionsTable } from './extensions/extension.ts'
import { findFirstExtensions, hasExtensionsAt, renameExtensionUser } from './extensions/extension-store.ts'
import type { Phones } from './phones.ts'

/** The phones as the company sees them. `phones` is read when it is needed: the company is created first. */
export const connectCompany = (phones: () => Phones): CompanyPhones => ({
  findFirstExtensions,
  hasNumbersAt: async (db, companyId, location) =>
    (await hasExtensionsAt(db, companyId, location)) ||
    (await listRouteNumbers(db, companyId, location.pbx_uuid)).length > 0 ||
    (await devicesTable.exists(db, { company_id: companyId, instance_uuid: location.pbx_uuid })),
  renameUser: renameExtensionUser,
  changeUserPhones: (companyId, userId, change) => changeUserPhones(phones(), companyId, userId, change),
})

/**
 * Changes a user, and then the PBX: the user loses access whether or not the PBX can be reached. The entry of the outbox
 * is part of the same transaction, so that the PBX is updated later if it fails now.
 */
async function changeUserPhones<T>(
  phones: Phones,
  companyId: number,
  userId: string,
  change: UserChange<T>,
): Promise<T> {
  const request = {
    companyId,
    refusal: 'The phones of the user are being changed by somebody else; try again',
    concerned: async (db: TelephonyDb) =>
      (await change.concernsPhones(db)) ? listAccountsOfUser(db, companyId, userId) : [],
    work(tx: TelephonyTransaction, accounts: readonly AccountsOfInstance[]) {
      announceAccounts(phones, tx, addressesOf(accounts))
      return change.commit(tx)
    },
  }
  return holdAccounts(phones, request, async ({ held, result }) => {
    if (held) await matchHeld(phones, held)
    return result
  })
}

async function listAccountsOfUser(
  db: TelephonyDb,
  companyId: number,
  userId: string,
): Promise<AccountsOfInstance[]> {
  const extensions = await extensionsTable.list(db, { company_id: companyId, user_id: userId })
  if (extensions.length === 0) return []
  return (await instancesTable.list(db, { company_id: companyId }))
    .map(({ uuid, domain }) => ({
      instance: uuid,
      domain,
      numbers: extensions.filter((one) => one.instance_uuid === uuid).map(({ number }) => number),
    }))
    .filter(({ numbers }) => numbers.length > 0)
}
