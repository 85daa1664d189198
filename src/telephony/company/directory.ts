import type { Actor } from '../identity/actor.ts'
import type { Identity } from '../identity/identity.ts'
import type { TelephonyTransaction } from '../telephony-platform.ts'
import type { CompanyPhones } from './company-phones.ts'
import type { PersonInvitations } from './invitations/person-invitations.ts'
import { PageCache } from './page-cache.ts'

/** A company's users, locations, instances, invitations, API keys and audit trail. */
export interface Directory extends Identity {
  /** pages of the large lists, as sent */
  readonly pages: PageCache
  readonly companyPhones: CompanyPhones
  readonly releasesFromUser: readonly ReleaseFromUser[]
  readonly personInvitations: PersonInvitations
}

/** Takes back what another district has assigned to a user who is being deleted. */
export type ReleaseFromUser = (tx: TelephonyTransaction, actor: Actor, userId: string) => Promise<void>

export function createDirectory(
  identity: Identity,
  connected: Pick<Directory, 'companyPhones' | 'releasesFromUser' | 'personInvitations'>,
): Directory {
  const { clock, config, follower } = identity
  return { ...identity, ...connected, pages: new PageCache(clock, follower, config) }
}
