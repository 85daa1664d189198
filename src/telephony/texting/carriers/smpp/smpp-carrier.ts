import type { Carrier, CarrierListener } from '../carrier.ts'
import type { SmppOptions } from './smpp-options.ts'
import { openSmppService, type SmppService } from './smpp-service.ts'
import { notBound } from './submit-failure.ts'

/** Texts by SMPP 3.4: one transceiver session with the SMSC of a carrier, from each start to the next stop. */
export function createSmppCarrier(options: SmppOptions): Carrier {
  let listener: CarrierListener | undefined
  let service: SmppService | undefined
  return {
    async send(text) {
      if (!service) throw notBound()
      return service.send(text)
    },
    listen(given) {
      listener = given
    },
    async start() {
      service ??= openSmppService(options, async (event) => {
        if (!listener) throw new Error('The carrier has no listener yet')
        return listener(event)
      })
      await service.start()
    },
    async stop() {
      const ending = service
      service = undefined
      await ending?.stop()
    },
  }
}
