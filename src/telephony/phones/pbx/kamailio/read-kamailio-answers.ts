import type { Binding, CallStatus, PbxAddress } from '../pbx.ts'
import { parseAddress } from '../pbx-address.ts'

/** A call as Kamailio reports it, in an event or a list. */
export interface Call {
  readonly id: string
  readonly caller: PbxAddress
  readonly callee: PbxAddress
  readonly status: CallStatus
}

/** The response to `ul.lookup`. Expired contacts stay in the list for a moment. */
export function readBindings(result: unknown): Binding[] {
  const { Contacts = [] } = result as { Contacts?: { Contact?: Record<string, unknown> }[] }
  return Contacts.flatMap(({ Contact: contact = {} }) => {
    const expires = contact.Expires
    if (typeof expires !== 'number' || expires <= 0) return []
    return [
      {
        contact: String(contact.Address),
        userAgent: contact['User-Agent'] === undefined ? '' : String(contact['User-Agent']),
        expiresInSeconds: expires,
      },
    ]
  })
}

/** The response to `ul.dump brief`. */
export function readRegistered(result: unknown): PbxAddress[] {
  const { Domains = [] } = result as { Domains?: { Domain?: { AoRs?: { AoR?: unknown }[] } }[] }
  return Domains.flatMap(({ Domain }) => Domain?.AoRs ?? []).flatMap(({ AoR }) => parseAddress(AoR) ?? [])
}

const statuses: readonly unknown[] = ['idle', 'ringing', 'in_call', 'on_hold'] satisfies CallStatus[]

/** The payload of an event. */
export function readCall(fields: { readonly [field: string]: unknown }): Call | undefined {
  const caller = parseAddress(fields.caller)
  const callee = parseAddress(fields.callee)
  const { id, status } = fields
  if (!caller || !callee || typeof id !== 'string' || !statuses.includes(status)) return undefined
  return { id, caller, callee, status: status as CallStatus }
}

interface Dialog {
  readonly h_entry: number
  readonly h_id: number
  readonly variables?: readonly Record<string, unknown>[]
}

/** The response to `dlg.list`. A call without a status does not ring yet; a finished one has lost its variables. */
export function readCalls(result: unknown): Call[] {
  if (!Array.isArray(result)) return []
  return (result as Dialog[]).flatMap(({ h_entry, h_id, variables = [] }) => {
    return readCall({ ...Object.assign({}, ...variables), id: `${h_entry}:${h_id}` }) ?? []
  })
}
