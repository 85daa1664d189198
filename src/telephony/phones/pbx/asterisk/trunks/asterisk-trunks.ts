import { isDeepStrictEqual } from 'node:util'
import { runExclusive } from '../../../../../platform/concurrency/run-exclusive.ts'
import type { Logger } from '../../../../../platform/logging/log.ts'
import type { PbxEvent } from '../../pbx.ts'
import {
  type PbxEmergencyRoute,
  type PbxTrunk,
  type PbxTrunks,
  parseTrunkEndpoint,
  type TrunkState,
} from '../../pbx-trunk.ts'
import { type Ari, AriRefusal } from '../ari/ari.ts'
import { type AriChannel, endpointOfChannel } from '../ari/ari-channel.ts'
import { endChannel } from '../ari/end-channel.ts'
import type { PhoneStore } from '../phones/phone-store.ts'
import { type EmergencyRow, emergencyRow, type TrunkRow, trunkRow } from '../phones/trunk-columns.ts'
import {
  listRegistrations,
  registerWithProviders,
  unregisterFromProviders,
} from './provider-registrations.ts'

const INTERVAL_MS = 2000

export interface AsteriskTrunksUse {
  readonly ari: Ari
  /** of ARI, with the credentials */
  readonly url: string
  readonly store: PhoneStore
  readonly log: Logger
  tell(event: PbxEvent): void
}

/** The trunks of an Asterisk, and what becomes of them. */
export function createAsteriskTrunks({ ari, url, store, log, tell }: AsteriskTrunksUse) {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  const replaceAll = (trunks: readonly PbxTrunk[], routes: readonly PbxEmergencyRoute[]) =>
    runExclusive(`${url} trunks`, async () => {
      await replaceRoutes(routes.map(emergencyRow))
      const before = new Map((await store.listTrunks()).map((row) => [row.id, row]))
      const after = new Map(trunks.map((trunk) => [trunkRow(trunk).id, trunkRow(trunk)]))
      const changed = [...after.values()].filter((row) => !isDeepStrictEqual({ ...before.get(row.id) }, row))
      const gone = [...before.values()].filter(({ id }) => !after.has(id))
      if (changed.length + gone.length === 0) return
      await ari.call('GET', 'asterisk/ping')
      const ended = [...before.values()].filter((row) => registers(row) && !registers(after.get(row.id)))
      await unregisterFromProviders(url, idsOf(ended))
      for (const row of changed) await store.putTrunk(row)
      for (const { id } of gone) await store.removeTrunk(id)
      try {
        // Asterisk reads addresses when a call comes. Registering again would break the connection.
        const isReloaded = (row: TrunkRow) =>
          !isDeepStrictEqual({ ...before.get(row.id), addresses: '' }, { ...row, addresses: '' })
        await takeEffect(changed.filter(isReloaded), gone)
      } catch (error) {
        // The next attempt finds a difference again.
        for (const row of changed) await store.putTrunk({ ...row, kind: 'ip', allow: '' })
        throw error
      }
      await endCalls(new Set(idsOf(gone)))
    })

  async function replaceRoutes(rows: readonly EmergencyRow[]): Promise<void> {
    const before = new Map((await store.listEmergencies()).map((row) => [row.id, row]))
    for (const row of rows) {
      if (!isDeepStrictEqual({ ...before.get(row.id) }, row)) await store.putEmergency(row)
      before.delete(row.id)
    }
    for (const id of before.keys()) await store.removeEmergency(id)
  }

  /** Asterisk reads endpoints when it needs them, but registrations and static contacts only when it reloads. */
  async function takeEffect(changed: readonly TrunkRow[], gone: readonly TrunkRow[]): Promise<void> {
    const registering = changed.filter(registers)
    if (registering.length > 0) {
      await ari.call('PUT', 'asterisk/modules/res_pjsip_outbound_registration.so')
      // Asterisk does not re-register a trunk after it was unregistered.
      await registerWithProviders(url, idsOf(registering))
    }
    if (changed.length + gone.length > 0) await ari.call('PUT', 'asterisk/modules/res_pjsip.so')
  }

  async function endCalls(endpoints: ReadonlySet<string>): Promise<void> {
    if (endpoints.size === 0) return
    for (const channel of await ari.call<AriChannel[]>('GET', 'channels')) {
      if (endpoints.has(endpointOfChannel(channel) ?? '')) endChannel(ari, channel.id)
    }
  }

  async function look(): Promise<void> {
    const rows = await store.listTrunks()
    if (rows.length === 0) return
    const registrations = rows.some(registers) ? await listRegistrations(url) : new Map<string, string>()
    const states = new Map<string, TrunkState>()
    const silent = new Set<string>()
    for (const row of rows) {
      const state = registers(row) ? registrationState(registrations.get(row.id)) : undefined
      const reached = await reachability(row.id)
      const id = parseTrunkEndpoint(row.id)!
      if (reached === 'unreachable') silent.add(id)
      // A provider can fail long before the registration ends.
      const isLost = state === 'registered' && reached === 'unreachable'
      states.set(id, isLost ? reached : (state ?? reached))
    }
    tell({ kind: 'trunks', states, silent })
  }

  async function reachability(endpoint: string): Promise<TrunkState> {
    try {
      const { state } = await ari.call<{ state: string }>('GET', `endpoints/PJSIP/${endpoint}`)
      return state === 'online' ? 'reachable' : 'unreachable'
    } catch (error) {
      if (error instanceof AriRefusal && error.status === 404) return 'unknown'
      throw error
    }
  }

  const lookAgain = () => {
    looking = look()
      .catch(async (error) => {
        log.debug({ err: error }, 'the states of the trunks are not known')
        const rows = await store.listTrunks()
        tell({ kind: 'trunks', states: new Map(rows.map(({ id }) => [parseTrunkEndpoint(id)!, 'unknown'])) })
      })
      .catch(() => {})
      .finally(() => {
        if (timer) timer = setTimeout(lookAgain, INTERVAL_MS)
      })
  }

  return {
    replaceAll,
    /** Reports the states of the trunks from now on. */
    start(): void {
      timer = setTimeout(lookAgain, 0)
    },
    async stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      await looking
    },
  } satisfies PbxTrunks & Record<string, unknown>
}

const registers = (row: TrunkRow | undefined) => row?.kind === 'registration'
const idsOf = (rows: readonly TrunkRow[]) => rows.map(({ id }) => id)

function registrationState(status: string | undefined): TrunkState {
  if (status === undefined) return 'unknown'
  if (status === 'Registered') return 'registered'
  return status === 'Rejected' ? 'rejected' : 'unregistered'
}
