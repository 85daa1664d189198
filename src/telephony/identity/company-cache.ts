import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/cache.ts'
import type { TelephonyDb, TelephonyFollower } from '../telephony-platform.ts'
import type { Company } from './company.ts'
import { findCompany } from './company-store.ts'

export type CompanyCache = Cache<number, Company>

export function createCompanyCache(
  db: TelephonyDb,
  follower: TelephonyFollower,
  limits: CacheLimits,
): CompanyCache {
  const cache: CompanyCache = new Cache({
    entries: entriesWithin(limits, 10_000),
    load: oneByOne((id) => findCompany(db, id)),
  })
  follower.on('changed', ({ tenant, payload }) => {
    if (payload.kind === 'company') cache.invalidate(tenant)
  })
  follower.onSkip((companyId) => cache.invalidate(companyId))
  return cache
}
