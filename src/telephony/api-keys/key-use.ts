import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { TelephonyTables } from '../telephony-tables.ts'
import type { ApiKey } from './api-key.ts'
import { noteKeyUse } from './api-key-store.ts'

/** When each key was last used: noted at every call, written down now and then. */
export interface KeyUse {
  note(key: ApiKey): void
  /** epoch milliseconds, with what is not yet written down */
  lastUse(key: ApiKey): number | null
  writeDown(): Promise<void>
}

export function createKeyUse(database: Database<TelephonyTables>, clock: Clock): KeyUse {
  const noted = new Map<string, { companyId: number; at: number }>()
  return {
    note({ id, company_id: companyId }) {
      noted.set(id, { companyId, at: clock.now() })
    },
    lastUse: (key) => noted.get(key.id)?.at ?? key.last_used_at,
    async writeDown() {
      const uses = [...noted]
      for (const [id, { companyId, at }] of uses) {
        await database.write(companyId, { work: ({ db }) => noteKeyUse(db, companyId, id, at) })
        if (noted.get(id)?.at === at) noted.delete(id)
      }
    },
  }
}
