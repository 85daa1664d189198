import type { PhoneTarget } from '../flow/call-plan.ts'

/** A phone that knows one of them answers automatically. One that knows neither rings. */
export const autoAnswerHeaders = {
  'Call-Info': '<sip:switchboard>;answer-after=0',
  'Alert-Info': '<http://switchboard>;info=alert-autoanswer;delay=0',
}

/** The headers that tell a phone how to ring. */
export const phoneHeaders = ({ alertInfo, autoAnswer }: PhoneTarget): Readonly<Record<string, string>> => ({
  ...(alertInfo !== undefined && { 'Alert-Info': alertInfo }),
  ...(autoAnswer && autoAnswerHeaders),
})
