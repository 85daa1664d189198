import type { Clock } from '../../platform/clock.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import type { ApiKey } from './api-key.ts'
import { noteKeyUse } from './api-key-store.ts'

/**
 * When each key was last used. It is recorded in memory at every request and flushed periodically, from when on other
 * servers see it.
 */
export interface KeyUse {
  note(key: ApiKey): void
  /** epoch milliseconds, including what is not flushed yet */
  lastUse(key: ApiKey): number | null
  flush(): Promise<void>
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
    async flush() {
      const uses = [...noted]
      for (const [id, { companyId, at }] of uses) {
        // Several servers update the same key. A transaction locks the company first, which prevents deadlocks.
        await transact(companyId, ({ db }) => noteKeyUse(db, companyId, id, at))
        if (noted.get(id)?.at === at) noted.delete(id)
      }
    },
  }
}
