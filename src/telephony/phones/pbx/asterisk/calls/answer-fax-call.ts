import type { FaxPlan } from '../../flow/call-plan.ts'
import type { Ari } from '../ari/ari.ts'
import { FAX_CONTEXT } from '../config/fax-dialplan.ts'

/**
 * Sends a caller to the dialplan, which receives the fax even if Switchboard stops. The company is part of the extension:
 * after a variable was set over ARI, Asterisk lets the dialplan of that call write no files.
 */
export async function answerFaxCall(
  ari: Ari,
  channel: string,
  { companyId, number }: FaxPlan,
): Promise<void> {
  const extension = `${companyId}*${number.replace(/\D/g, '')}`
  const place = { context: FAX_CONTEXT, extension, priority: 1 }
  await ari.call('POST', `channels/${channel}/continue`, place)
}
