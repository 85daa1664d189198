import type { TelephonyInput } from '../../api/telephony-api.ts'

export interface AuditFilter {
  /** such as `extension` */
  kind: string
  contact: string
  subject: string
  /** days, as a calendar gives them */
  from: string
  to: string
}

export const emptyFilter: AuditFilter = { kind: '', contact: '', subject: '', from: '', to: '' }

export const isEmpty = (filter: AuditFilter) => Object.values(filter).every((value) => value === '')

/** Days are local, from midnight to midnight. */
export function queryOf({ kind, contact, subject, from, to }: AuditFilter): TelephonyInput<'GET /audit'> {
  return {
    ...(kind && { action: kind }),
    ...(contact && { contact_id: contact }),
    ...(subject.trim() && { subject_id: subject.trim() }),
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  }
}
