import { CarrierFailure } from '../carrier.ts'
import { rawSmpp, statusName } from './raw-smpp.ts'

const { errors } = rawSmpp

/** The SMSC is full, slow or broken: worth a retry. Everything else is a refusal. */
const temporary = new Set([
  errors.ESME_RTHROTTLED,
  errors.ESME_RMSGQFUL,
  errors.ESME_RSYSERR,
  errors.ESME_RX_T_APPN,
  errors.ESME_RINVBNDSTS,
])

const reasons = new Map([
  [errors.ESME_RTHROTTLED, 'The carrier takes no more texts at the moment'],
  [errors.ESME_RMSGQFUL, 'The queue of the carrier is full'],
  [errors.ESME_RINVDSTADR, 'The carrier does not know the destination'],
  [errors.ESME_RINVSRCADR, 'The carrier does not allow the sender'],
])

/** The failure for a status other than ESME_ROK. */
export function submitFailure(status: number): CarrierFailure {
  const name = statusName(status)
  const reason = reasons.get(status) ?? `The carrier refused the text (${name})`
  return new CarrierFailure(reason, name, temporary.has(status))
}

export function notBound(): CarrierFailure {
  return new CarrierFailure('There is no connection to the carrier', 'not_bound', true)
}
