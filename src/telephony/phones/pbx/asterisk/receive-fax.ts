import type { FaxPlan } from '../../calls/call-plan.ts'
import type { Ari } from './ari.ts'
import { FAX_CONTEXT } from './fax-dialplan.ts'

/**
 * Sends a caller to the dialplan, which receives the fax even if Switchboard stops. The company is part of the extension:
 * after a variable was set over ARI, Asterisk lets the dialplan of that call write no files.
 */
export async function receiveFax(ari: Ari, channel: string, { companyId, number }: FaxPlan): Promise<void> {
  const extension = `${companyId}*${number.replace(/\D/g, '')}`
  const place = { context: FAX_CONTEXT, extension, priority: 1 }
  await ari.call('POST', `channels/${channel}/continue`, place)
}
