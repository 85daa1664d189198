import { type CertificateProblem, probeCertificate } from '../../../platform/outgoing/probe-certificate.ts'
import { announceChanged } from '../../company/audit/record-change.ts'
import { companiesTable } from '../../identity/company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { TrunkState, TrunkStates } from '../pbx/pbx-trunk.ts'
import type { Trunk } from './trunk.ts'
import { trunkStateUpdated, trunkView } from './trunk-events.ts'
import { findTrunk, listEnabledTrunks } from './trunk-store.ts'
import { trunksTable } from './trunks-table.ts'

/** A provider that stays silent is asked for its certificate again after this time. */
const PROBE_INTERVAL_MS = 60_000

interface Found {
  readonly state: TrunkState
  readonly problem: CertificateProblem | null
}

/** Stores the states of the trunks, and what is wrong with certificates. Only changes are announced. */
export function createTrunkStateNotes(platform: TelephonyPlatform) {
  const probes = createProbes(platform)
  return async ({ states, silent }: TrunkStates): Promise<void> => {
    for (const trunk of await listEnabledTrunks(platform.database.read)) {
      const state = states.get(trunk.id)
      if (state === undefined) continue
      const isSilent = trunk.transport === 'tls' && silent?.has(trunk.id)
      const problem = isSilent ? probes.latest(trunk) : probes.forget(trunk)
      if (state !== trunk.state || problem !== trunk.problem)
        await noteState(platform, trunk, { state, problem })
    }
  }
}

/** Probes that nobody waits for: a slow provider must not delay what others report. */
function createProbes({ clock, config }: TelephonyPlatform) {
  const known = new Map<string, { target: string; at: number; problem: CertificateProblem | null }>()

  function begin({ id, host, port }: Trunk, target: string, problem: CertificateProblem | null): void {
    const at = clock.now()
    known.set(id, { target, at, problem })
    const isPrivateAllowed = config.telephony.trunksToPrivateNetworks
    void probeCertificate({ host, port, isPrivateAllowed, now: at }).then((found) => {
      if (known.get(id)?.at === at) known.set(id, { target, at, problem: found })
    })
  }

  return {
    /** What the last probe found; the first one of a trunk finds it before the PBX reports again. */
    latest(trunk: Trunk): CertificateProblem | null {
      const target = `${trunk.host} ${trunk.port}`
      const last = known.get(trunk.id)
      const before = last?.target === target ? last : undefined
      if (!before || clock.now() - before.at >= PROBE_INTERVAL_MS) {
        begin(trunk, target, before?.problem ?? trunk.problem)
      }
      return known.get(trunk.id)!.problem
    },
    forget({ id }: Trunk): null {
      known.delete(id)
      return null
    },
  }
}

async function noteState(
  { clock, database, transact }: TelephonyPlatform,
  { company_id: companyId, id }: Trunk,
  { state, problem }: Found,
): Promise<void> {
  const company = await companiesTable.find(database.read, { id: companyId })
  if (!company) return
  await transact(companyId, async (tx) => {
    const trunk = await findTrunk(tx.db, companyId, id)
    if (!trunk || (trunk.state === state && trunk.problem === problem)) return
    const since = state === trunk.state ? trunk.state_changed_at : clock.now()
    const changes = { state, problem, state_changed_at: since }
    await trunksTable.update(tx.db, { company_id: companyId, id }, changes)
    announceChanged(tx, 'trunk', id)
    tx.announce(trunkStateUpdated(company, trunkView({ ...trunk, ...changes }, company.public_id)))
  })
}
