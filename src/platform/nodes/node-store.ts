import { sql } from 'kysely'
import type { AnyHandle } from '../database/any-handle.ts'
import { readNodeName } from './node-name.ts'
import { type ProductName, productNames } from './nodes.ts'
import { leaderLocks, PRESENCE_LOCK } from './presence-lock.ts'

/** A server on this PostgreSQL, as the others see it. */
export interface NodeState {
  /** the process id of its connection in PostgreSQL */
  backend: number
  /** empty: unknown */
  host: string
  version: string
  /** milliseconds since the epoch: when it joined, or was last connected again */
  since: number
  leads: ProductName[]
}

/** All servers that hold the lock of present ones. Locks of one number have the class 0 and the subid 1. */
export async function listNodes(read: AnyHandle): Promise<NodeState[]> {
  const { rows } = await sql<{ pid: number; name: string; since: string; locks: string }>`select
      lock.pid as pid, activity.application_name as name,
      extract(epoch from activity.backend_start) * 1000 as since,
      string_agg(cast(lock.objid as text), ',') as locks
    from pg_locks as lock join pg_stat_activity as activity on activity.pid = lock.pid
    where lock.locktype = 'advisory' and lock.granted and lock.classid = 0 and lock.objsubid = 1
      and lock.database = (select oid from pg_database where datname = current_database())
      and lock.objid in (${PRESENCE_LOCK}, ${leaderLocks.chat}, ${leaderLocks.telephony})
    group by lock.pid, activity.application_name, activity.backend_start
    order by activity.backend_start`.execute(read)
  return rows
    .map(({ pid, name, since, locks }) => ({ pid, name, since, held: locks.split(',').map(Number) }))
    .filter(({ held }) => held.includes(PRESENCE_LOCK))
    .map(({ pid, name, since, held }) => ({
      backend: pid,
      ...(readNodeName(name) ?? { host: '', version: '' }),
      since: Math.round(Number(since)),
      leads: productNames.filter((product) => held.includes(leaderLocks[product])),
    }))
}
