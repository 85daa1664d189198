import type { Clock } from '../../platform/clock.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import type { ApiKey } from './api-key.ts'
import { noteKeyUse } from './api-key-store.ts'

/** When each key was last used: noted at every call, written down now and then; other servers see it then. */
export interface KeyUse {
  note(key: ApiKey): void
  /** epoch milliseconds, with what is not yet written down */
  lastUse(key: ApiKey): number | null
  writeDown(): Promise<void>
}

export function createKeyUse(transact: TelephonyPlatform['transact'], clock: Clock): KeyUse {
  const noted = new Map<string, { companyId: number; at: number }>()
  return {
    note({ id, company_id: companyId }) {
      noted.set(id, { companyId, at: clock.now() })
    },
    lastUse(key) {
      const here = noted.get(key.id)?.at
      return here === undefined ? key.last_used_at : Math.max(here, key.last_used_at ?? 0)
    },
    async writeDown() {
      const uses = [...noted]
      for (const [id, { companyId, at }] of uses) {
        // Several servers note the same key: the company's turn comes first, so that none waits for another in a circle.
        await transact(companyId, ({ db }) => noteKeyUse(db, companyId, id, at))
        if (noted.get(id)?.at === at) noted.delete(id)
      }
    },
  }
}
