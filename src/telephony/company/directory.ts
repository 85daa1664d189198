import { Cache, type CacheLimits, entriesWithin } from '../../platform/caches/cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { HttpResponse } from '../http/http-response.ts'
import type { Actor } from '../identity/actor.ts'
import type { Identity } from '../identity/identity.ts'
import { mayUse, viewerOf } from '../identity/permissions.ts'
import type { TelephonyFollower, TelephonyTransaction } from '../telephony-platform.ts'
import type { SubjectKind } from './audit/record-change.ts'
import type { CompanyPhones } from './company-phones.ts'
import type { PersonInvitations } from './invitations/person-invitations.ts'

/** A page of 100 extensions has less than half a megabyte. */
const BYTES = 64 * 2 ** 20

/** Larger pages are requested by programs that read everything once. */
const PAGE_BYTES = BYTES / 16

const PAGES = 10_000

/** Changes of these kinds invalidate the pages. */
const shown = new Set<SubjectKind>(['company', 'contact', 'extension', 'location'])

/** A company's users, locations, instances, invitations, API keys and audit trail. */
export interface Directory extends Identity {
  /** pages of the large lists, as sent */
  readonly pages: PageCache
  readonly companyPhones: CompanyPhones
  readonly releasesFromUser: readonly ReleaseFromUser[]
  readonly personInvitations: PersonInvitations
}

/** Takes back what another district has assigned to a user who is being deleted. */
export type ReleaseFromUser = (tx: TelephonyTransaction, actor: Actor, userId: string) => Promise<unknown>

export function createDirectory(
  identity: Identity,
  connected: Pick<Directory, 'companyPhones' | 'releasesFromUser' | 'personInvitations'>,
): Directory {
  const { clock, config, follower } = identity
  return { ...identity, ...connected, pages: new PageCache(clock, follower, config) }
}

/** Caches list pages as bytes: large companies read the same pages often, and rarely change them. */
class PageCache {
  readonly #clock: Clock
  /** The key starts with the company. */
  readonly #pages: Cache<string, HttpResponse>

  constructor(clock: Clock, follower: TelephonyFollower, limits: CacheLimits) {
    this.#clock = clock
    this.#pages = new Cache({
      entries: entriesWithin(limits, PAGES),
      bytes: BYTES,
      entryBytes: PAGE_BYTES,
      sizeOf: ({ body }) => (Buffer.isBuffer(body) ? body.length : 0),
      // The caller passes its own loader.
      load: async () => new Map(),
      groupOf: (key) => Number.parseInt(key, 10),
    })
    follower.on('changed', ({ tenant, payload }) => {
      if (shown.has(payload.kind)) this.#pages.invalidateGroup(tenant)
    })
    follower.onSkip((companyId) => this.#pages.invalidateGroup(companyId))
  }

  /** `question` identifies the list, its filters and the page. */
  async get(actor: Actor, question: string, build: () => Promise<HttpResponse>): Promise<HttpResponse> {
    const { company } = actor
    // The owner sees all credentials, others their own, and read-only keys none.
    const viewer = viewerOf(actor, 'see and choose SIP passwords and PINs')
    const sees = mayUse(actor, 'write') ? (viewer ?? 'everything') : 'nothing'
    // Invitations expire by themselves.
    const minute = Math.floor(this.#clock.now() / 60_000)
    const key = `${company.id} ${minute} ${sees} ${question}`
    return (await this.#pages.get(key, async () => new Map([[key, written(await build())]])))!
  }
}

/** The same response with its body as bytes. */
function written({ body, status, headers }: HttpResponse): HttpResponse {
  return new HttpResponse(body && Buffer.from(JSON.stringify(body)), {
    ...(status !== undefined && { status }),
    headers,
  })
}
