import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/cache.ts'
import type { TelephonyDb, TelephonyFollower } from '../telephony-platform.ts'
import { type Contact, contactKey } from './contact.ts'
import { findContact } from './contact-store.ts'

/** By `contactKey`. */
export type ContactCache = Cache<string, Contact>

export function createContactCache(
  db: TelephonyDb,
  follower: TelephonyFollower,
  limits: CacheLimits,
): ContactCache {
  const cache: ContactCache = new Cache({
    entries: entriesWithin(limits, 50_000),
    load: oneByOne((key) => {
      const colon = key.indexOf(':')
      return findContact(db, Number(key.slice(0, colon)), key.slice(colon + 1))
    }),
    groupOf: (_key, contact) => contact.company_id,
  })
  follower.on('changed', ({ tenant, payload }) => {
    if (payload.kind === 'contact') cache.invalidate(contactKey(tenant, payload.id))
  })
  follower.onSkip((companyId) => cache.invalidateGroup(companyId))
  return cache
}
