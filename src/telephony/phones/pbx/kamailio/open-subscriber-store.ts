import type { Logger } from '../../../../platform/log.ts'
import { spellForKamailio, sqlitePath } from './kamailio-database-url.ts'
import { openPostgresSubscriberStore } from './postgres-subscriber-store.ts'
import { openSqliteSubscriberStore } from './sqlite-subscriber-store.ts'
import type { SubscriberStore } from './subscriber-store.ts'

/** By the beginning of the URL. Nothing is reached yet: the database may be away for a while. */
export function openSubscriberStore(databaseUrl: string, log: Logger): SubscriberStore {
  return spellForKamailio(databaseUrl).module === 'db_sqlite.so'
    ? openSqliteSubscriberStore(sqlitePath(databaseUrl))
    : openPostgresSubscriberStore(databaseUrl, log)
}
