import type { CompanyPhones } from '../company/company-phones.ts'
import { findFirstExtensions, hasExtensionsAt, renameExtensionUser } from './extensions/extension-store.ts'
import { changeUserPhones } from './pbx/change-user-phones.ts'
import type { Phones } from './phones.ts'
import { listRouteNumbers } from './routing/call-route-store.ts'

/** The phones as the company sees them. `phones` is read when it is needed: the company is created first. */
export const connectCompany = (phones: () => Phones): CompanyPhones => ({
  findFirstExtensions,
  hasNumbersAt: async (db, companyId, location) =>
    (await hasExtensionsAt(db, companyId, location)) ||
    (await listRouteNumbers(db, companyId, location.pbx_uuid)).length > 0,
  renameUser: renameExtensionUser,
  changeUserPhones: (companyId, userId, change) => changeUserPhones(phones(), companyId, userId, change),
})
