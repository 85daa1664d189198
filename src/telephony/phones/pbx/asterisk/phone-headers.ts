import type { Ari } from './ari.ts'

/** Phones of one maker read this header, phones of another that one. */
export const autoAnswerHeaders = {
  'Call-Info': '<sip:switchboard>;answer-after=0',
  'Alert-Info': '<http://switchboard>;info=alert-autoanswer;delay=0',
}

/** Asks a phone to answer the call by itself. One that does not know these headers rings. */
export async function askToAnswer(ari: Ari, channel: string): Promise<void> {
  for (const [header, value] of Object.entries(autoAnswerHeaders)) {
    const parameters = { variable: `PJSIP_HEADER(add,${header})`, value }
    await ari.call('POST', `channels/${channel}/variable`, parameters)
  }
}
