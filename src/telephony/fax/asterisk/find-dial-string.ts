import type { Clock } from '../../../platform/clock.ts'
import { findCallingRules, numberRulesOf } from '../../phones/calling-rules/calling-rules-store.ts'
import { createOutgoingCalls } from '../../phones/calls/limits/outgoing-calls.ts'
import { findOutboundRoute, sentNumber, trunksOf } from '../../phones/outbound-routes/find-outbound-route.ts'
import { mayCall } from '../../phones/pbx/may-call.ts'
import { trunkEndpoint } from '../../phones/pbx/pbx-trunk.ts'
import { countryOfCompany } from '../../phones/trunks/country-of.ts'
import { workingFirst } from '../../phones/trunks/trunk.ts'
import { listTrunks } from '../../phones/trunks/trunk-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { FaxLineFailure } from '../faxes/fax-line.ts'

/**
 * How Asterisk calls a number over the first trunk of its route that works; undefined: there is none. Throws if the
 * company may not call it.
 */
export async function findDialString(
  db: TelephonyDb,
  clock: Clock,
  companyId: number,
  number: string,
): Promise<string | undefined> {
  const country = await countryOfCompany(db, companyId)
  const route = (await findOutboundRoute(db, { companyId, country, dialled: number }))?.route
  const enabled = (await listTrunks(db, companyId)).filter((trunk) => trunk.enabled === 1)
  const [trunk] = workingFirst(trunksOf(route, enabled))
  if (!trunk) return undefined
  const rules = await findCallingRules(db, companyId)
  if (!mayCall(rules.routes_class, numberRulesOf(rules), number, country, route?.calling_class)) {
    throw new FaxLineFailure('The calling rules of the organization do not permit this number', false)
  }
  if (await createOutgoingCalls(db, clock).admit('fax', trunk.id)) {
    throw new FaxLineFailure('The organization has used up its minutes for calls to the outside', true)
  }
  return `PJSIP/${sentNumber(route, number) ?? number}@${trunkEndpoint(trunk.id)}`
}
