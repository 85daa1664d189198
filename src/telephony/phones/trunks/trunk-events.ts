import type { Company } from '../../identity/company.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { TrunkView } from './trunk-view.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'trunk.state.updated': TrunkView
  }
}

/** A trunk works, or no longer works. For the owner; administrators receive `changed`. */
export const trunkStateUpdated = (
  company: Company,
  trunk: TrunkView,
): NewTelephonyEvent<'trunk.state.updated'> => ({
  type: 'trunk.state.updated',
  audience: { to: 'contacts', contacts: [company.primary_contact_id] },
  payload: trunk,
})
