import type { Static } from '@sinclair/typebox'
import { isInsideOwnNetwork } from '../../../platform/outgoing/public-address.ts'
import { recordChange } from '../../company/audit/record-change.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict, type Fault, invalid, notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import type { Phones } from '../phones.ts'
import { syncTrunksNow } from './sync-trunks.ts'
import type { Trunk } from './trunk.ts'
import { type TrunkView, trunkView } from './trunk-events.ts'
import {
  emptyTrunk,
  MAX_TRUNKS,
  mergeTrunk,
  type NewTrunk,
  type TrunkInput,
  trunkIdentity,
} from './trunk-input.ts'
import {
  deleteTrunkRow,
  findTrunk,
  insertTrunk,
  listTrunks,
  putRegisteredAddresses,
  replaceTrunk,
} from './trunk-store.ts'

const detail =
  "must not be inside the server's own network, unless the operator sets TRUNKS_TO_PRIVATE_NETWORKS=yes"

export async function createTrunk(
  phones: Phones,
  actor: Actor,
  input: Static<typeof NewTrunk>,
): Promise<TrunkView> {
  const { clock, secrets, transact } = phones
  const { company } = actor
  const now = clock.now()
  const start = { ...emptyTrunk, company_id: company.id, id: newObjectId(clock), password_sealed: null }
  const times = {
    state: 'unknown',
    state_changed_at: null,
    problem: null,
    created_at: now,
    updated_at: now,
  } as const
  const trunk = mergeTrunk(secrets, { ...start, ...times }, input)
  await checkTrunkNetworks(phones, input)
  await transact(company.id, async (tx) => {
    if ((await listTrunks(tx.db, company.id)).length >= MAX_TRUNKS) {
      throw conflict(`An organization may have at most ${MAX_TRUNKS} trunks`)
    }
    if (!(await insertTrunk(tx.db, trunk))) throw addressTaken()
    const after = trunkView(trunk, company.public_id)
    await recordChange(tx, clock, actor, { action: 'trunk.created', id: trunk.id, before: null, after })
  })
  return shownAfterSync(phones, actor, trunk)
}

export async function updateTrunk(
  phones: Phones,
  actor: Actor,
  id: string,
  input: TrunkInput,
): Promise<TrunkView> {
  const { clock, database, secrets, transact } = phones
  const { company } = actor
  await checkTrunkNetworks(phones, input, await findTrunk(database.read, company.id, id))
  const changed = await transact(company.id, async (tx) => {
    const trunk = await trunkOf(tx.db, company.id, id)
    const before = trunkView(trunk, company.public_id)
    const [wanted] = await collectFaults(
      () => mergeTrunk(secrets, trunk, input),
      () => checkReadOnlyFields(input, before, trunkIdentity),
    )
    const merged = { ...wanted, updated_at: clock.now() }
    // What was reported is about the trunk as it was.
    if (isOtherConnection(trunk, merged)) {
      merged.state = 'unknown'
      merged.problem = null
      if (trunk.kind === 'registration') await putRegisteredAddresses(tx.db, trunk, [])
    }
    if (!(await replaceTrunk(tx.db, merged))) throw addressTaken()
    const after = trunkView(merged, company.public_id)
    await recordChange(tx, clock, actor, { action: 'trunk.updated', id, before, after })
    return merged
  })
  return shownAfterSync(phones, actor, changed)
}

export async function deleteTrunk(phones: Phones, actor: Actor, id: string): Promise<TrunkView> {
  const { clock, transact } = phones
  const { company } = actor
  const before = await transact(company.id, async (tx) => {
    const trunk = await trunkOf(tx.db, company.id, id)
    const shown = trunkView(trunk, company.public_id)
    await deleteTrunkRow(tx.db, trunk)
    await recordChange(tx, clock, actor, { action: 'trunk.deleted', id, before: shown, after: null })
    return shown
  })
  await syncTrunksNow(phones)
  return before
}

async function shownAfterSync(phones: Phones, { company }: Actor, trunk: Trunk): Promise<TrunkView> {
  await syncTrunksNow(phones)
  const now = await findTrunk(phones.database.read, company.id, trunk.id)
  return trunkView(now ?? trunk, company.public_id)
}

async function trunkOf(db: TelephonyDb, companyId: number, id: string): Promise<Trunk> {
  const trunk = await findTrunk(db, companyId, id)
  if (!trunk) throw notFound('There is no such trunk')
  return trunk
}

/** Calls from an address belong to one trunk of a company. */
const addressTaken = () => conflict('Another trunk of the organization has one of the addresses')

const isOtherConnection = (one: Trunk, other: Trunk) =>
  (
    ['kind', 'host', 'port', 'transport', 'username', 'password_sealed', 'enabled'] satisfies (keyof Trunk)[]
  ).some((field) => one[field] !== other[field])

/**
 * Asterisk connects to the hosts of all companies: none of them shall reach the operator's own machines. What is stored
 * already may stay.
 */
async function checkTrunkNetworks(
  { config }: TelephonyPlatform,
  { host, addresses = [] }: TrunkInput,
  stored?: Trunk,
): Promise<void> {
  if (config.telephony.trunksToPrivateNetworks) return
  const faults: Fault[] = []
  if (host !== undefined && host.toLowerCase() !== stored?.host && (await isInsideOwnNetwork(host))) {
    faults.push({ pointer: '/host', detail })
  }
  for (const [index, address] of addresses.entries()) {
    if (stored?.addresses.includes(address) || !(await isInsideOwnNetwork(address))) continue
    faults.push({ pointer: `/addresses/${index}`, detail })
  }
  if (faults.length > 0) throw invalid(faults)
}
