import type { TelephonyInput } from '../../api/telephony-api.ts'

export interface CallFilter {
  number: string
  result: string
  /** days, as a calendar gives them */
  from: string
  to: string
}

export const emptyFilter: CallFilter = { number: '', result: '', from: '', to: '' }

export const isEmpty = (filter: CallFilter) => Object.values(filter).every((value) => value === '')

/** Days are local, from midnight to midnight. */
export function queryOf({ number, result, from, to }: CallFilter): TelephonyInput<'GET /cdrs'> {
  return {
    ...(number.trim() && { number: number.trim() }),
    ...(result && { result: result as NonNullable<TelephonyInput<'GET /cdrs'>['result']> }),
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  }
}
