import { wholeCompany } from '../event-audience.ts'
import type { Extension } from './extension.ts'

/** A phone has registered, gone, or changed the state of its call. */
export function subscriberUpdated(extension: Extension) {
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
