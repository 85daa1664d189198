import { announceChanged, recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { companiesTable } from '../../identity/company.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { type CallRoute, callRoutesTable } from '../call-routes/call-route.ts'
import { queueAgentsTable } from '../call-routes/queue-tables.ts'
import { queues } from '../call-routes/queues.ts'
import { findPhone } from '../calls/find-phone.ts'
import type { Extension } from '../extensions/extension.ts'
import type { AgentPlan } from '../pbx/flow/call-plan.ts'
import type { AgentEvent, SignIn } from '../pbx/pbx.ts'
import { routeToShow } from '../routing/call-route-access.ts'
import { findMembers } from './find-agents.ts'
import { agentViews } from './queue-board.ts'
import { queueUpdated } from './queue-events.ts'

export interface AgentOfQueue {
  readonly queue: CallRoute
  readonly extension: Extension
}

/** A member of a queue. Users sign in and out with their own extension. */
export async function agentToSign(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<AgentOfQueue> {
  const queue = await routeToShow(platform, actor, queues, params)
  const members = await findMembers(platform.database.read, queue)
  const extension = members.find(({ number }) => String(number) === params.agent_number)
  if (!extension) throw notFound('The queue has no such agent')
  requirePermission(actor, 'sign agents in and out', extension.user_id)
  return { queue, extension }
}

export async function signAgentIn(
  platform: TelephonyPlatform,
  actor: Actor,
  { queue, extension }: AgentOfQueue,
  isSignedIn: boolean,
) {
  const { clock, transact } = platform
  const { company } = actor
  return transact(company.id, async (tx) => {
    const view = async () =>
      (await agentViews(tx.db, queue, clock.now())).find(({ extension_id: id }) => id === extension.id)!
    const before = await view()
    if (before.signed_in === isSignedIn) return before
    await putSignIn(platform, tx, [queue.id], extension, isSignedIn)
    const after = await view()
    const action = isSignedIn ? 'queue.agent_signed_in' : 'queue.agent_signed_out'
    await recordChange(tx, clock, actor, { action, id: queue.id, before, after })
    tx.announce(await queueUpdated(tx.db, company, queue))
    return after
  })
}

/** An agent has dialled to sign in or out. */
export async function noteAgent(platform: TelephonyPlatform, event: AgentEvent): Promise<void> {
  const { companyId, queues: queueIds, extensionId, isSignedIn } = event
  const company = await companiesTable.find(platform.database.read, { id: companyId })
  if (!company) return
  await platform.transact(companyId, async (tx) => {
    await putSignIn(platform, tx, queueIds, { company_id: companyId, id: extensionId }, isSignedIn)
    for (const queue of await callRoutesTable.list(tx.db, { company_id: companyId, id: queueIds })) {
      announceChanged(tx, 'queue_call', queue.id)
      tx.announce(await queueUpdated(tx.db, company, queue))
    }
  })
}

/** Who is signed in everywhere signs out, anybody else signs in. */
export async function findSignIn(
  db: TelephonyDb,
  { agent, queue: number }: AgentPlan,
): Promise<SignIn | undefined> {
  const phone = await findPhone(db, agent)
  if (!phone) return undefined
  const { company_id: companyId, id: extensionId } = phone.extension
  const all = await callRoutesTable.list(db, { company_id: companyId, kind: 'queue' })
  const found: string[] = []
  for (const queue of all) {
    if (number !== undefined && queue.number !== number) continue
    if ((await findMembers(db, queue)).some(({ id }) => id === extensionId)) found.push(queue.id)
  }
  if (found.length === 0) return undefined
  const rows = await queueAgentsTable.list(db, {
    company_id: companyId,
    queue_id: found,
    extension_id: extensionId,
    is_signed_in: 1,
  })
  return { companyId, queues: found, extensionId, isSignedIn: rows.length < found.length }
}

async function putSignIn(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  queues: readonly string[],
  { company_id, id }: { company_id: number; id: string },
  isSignedIn: boolean,
): Promise<void> {
  const rows = queues.map((queue_id) => ({
    company_id,
    queue_id,
    extension_id: id,
    is_signed_in: isSignedIn ? 1 : 0,
    changed_at: clock.now(),
  }))
  await queueAgentsTable.put(tx.db, rows)
}
