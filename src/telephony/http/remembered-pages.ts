import type { Clock } from '../../platform/clock.ts'
import type { SubjectKind } from '../changes/record-change.ts'
import type { TelephonyEvent } from '../telephony-event-map.ts'
import type { Actor } from './actor.ts'
import { Answer } from './answer.ts'

/** Pages of the lists of users and extensions, as bytes, until the company changes. */
export interface RememberedPages {
  /** `question` names the list, its filters and the page. */
  get(actor: Actor, question: string, build: () => Promise<Answer>): Promise<Answer>
  /** To be told of every event. */
  apply(event: TelephonyEvent): void
  /** Anything of the company may have changed. */
  forget(companyId: number): void
}

/** What the pages show. */
const shown = new Set<SubjectKind>(['company', 'contact', 'extension', 'location'])

/**
 * Large companies look at the same pages again and again, and change now and then. A page belongs to the
 * version of the company that it was built from: after a change nobody asks for the old one any more.
 */
export function rememberPages(mostBytes: number, clock: Clock): RememberedPages {
  const versions = new Map<number, number>()
  const pages = new Map<string, Answer & { body: Buffer }>()
  let bytes = 0

  function keep(key: string, page: Answer & { body: Buffer }): void {
    // Larger pages are asked for by programs that read everything once.
    if (page.body.length > mostBytes / 16 || pages.has(key)) return
    pages.set(key, page)
    bytes += page.body.length
    for (const [oldest, { body }] of pages) {
      if (bytes <= mostBytes) break
      pages.delete(oldest)
      bytes -= body.length
    }
  }

  const forget = (companyId: number) => void versions.set(companyId, (versions.get(companyId) ?? 0) + 1)

  return {
    async get({ company, contact, isOwner }, question, build) {
      const version = versions.get(company.id) ?? 0
      // Owners see the credentials of all, others their own.
      const viewer = isOwner ? 'owner' : contact.id
      // Invitations expire by themselves.
      const minute = Math.floor(clock.now() / 60_000)
      const key = `${company.id} ${version} ${minute} ${viewer} ${question}`
      const known = pages.get(key)
      if (known) return known
      const { body, status, headers } = await build()
      const page = new Answer(body && Buffer.from(JSON.stringify(body)), {
        ...(status !== undefined && { status }),
        headers,
      })
      if (Buffer.isBuffer(page.body)) keep(key, page as Answer & { body: Buffer })
      return page
    },
    apply({ type, tenant, payload }) {
      if (type !== 'changed' || !shown.has(payload.kind)) return
      forget(tenant)
    },
    forget,
  }
}
