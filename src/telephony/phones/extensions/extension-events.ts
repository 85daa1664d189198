import { wholeCompany } from '../../event-audience.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { Extension } from './extension.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'extension.subscriber.updated': Pick<Extension, 'number' | 'state' | 'call_status'> & {
      extension_id: string
      /** the uuid of the instance */
      pbx: string
    }
  }
}

/** A phone has registered or unregistered, or its call status has changed. */
export function subscriberUpdated(extension: Extension): NewTelephonyEvent<'extension.subscriber.updated'> {
  return {
    type: 'extension.subscriber.updated',
    audience: wholeCompany,
    payload: {
      extension_id: extension.id,
      number: extension.number,
      pbx: extension.instance_uuid,
      state: extension.state,
      call_status: extension.call_status,
    },
  }
}
