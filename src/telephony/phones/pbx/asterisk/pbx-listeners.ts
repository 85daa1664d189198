import type { Logger } from '../../../../platform/log.ts'
import type { PbxEvent } from '../pbx.ts'

export type PbxListener = (event: PbxEvent) => void

/** The listeners of a PBX. One that fails does not keep the others from hearing the event. */
export function createPbxListeners(log: Logger) {
  const listeners: PbxListener[] = []
  return {
    add: (listener: PbxListener) => void listeners.push(listener),
    emit(event: PbxEvent): void {
      for (const listener of listeners) {
        try {
          listener(event)
        } catch (error) {
          log.error({ err: error }, 'a listener of the PBX failed')
        }
      }
    },
  }
}
