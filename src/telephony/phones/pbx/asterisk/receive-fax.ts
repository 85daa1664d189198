import type { FaxPlan } from '../../calls/call-plan.ts'
import type { Ari } from './ari.ts'
import { FAX_CONTEXT } from './fax-dialplan.ts'

/** Sends a caller to the dialplan, which receives the fax even if Switchboard stops. */
export async function receiveFax(ari: Ari, channel: string, { companyId, number }: FaxPlan): Promise<void> {
  await ari.call('POST', `channels/${channel}/variable`, { variable: 'FAX_COMPANY', value: companyId })
  const place = { context: FAX_CONTEXT, extension: number.replace(/\D/g, ''), priority: 1 }
  await ari.call('POST', `channels/${channel}/continue`, place)
}
