import { trunkEndpoint } from '../../phones/pbx/pbx-trunk.ts'
import { listTrunks } from '../../phones/trunks/trunk-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'

const broken: ReadonlySet<string> = new Set(['rejected', 'unregistered', 'unreachable'])

/** How Asterisk calls a number over the first trunk of the company that works; undefined: it has none. */
export async function findDialString(
  db: TelephonyDb,
  companyId: number,
  number: string,
): Promise<string | undefined> {
  const trunks = (await listTrunks(db, companyId)).filter(({ enabled }) => enabled === 1)
  // If none seems to work, the first one is tried: its state may be old.
  const trunk = trunks.find(({ state }) => !broken.has(state)) ?? trunks[0]
  return trunk && `PJSIP/${number}@${trunkEndpoint(trunk.id)}`
}
