import type { Logger } from '../../../../../platform/logging/log.ts'
import type { PbxAddress } from '../../pbx.ts'
import { formatAddress } from '../../pbx-address.ts'
import { askManager } from '../ask-manager.ts'
import { HINTS } from '../asterisk-dialplan.ts'

/**
 * The numbers that phones may watch with busy lamps: Asterisk refuses SUBSCRIBE to one without a hint. It reads the
 * hints of all phones at its start. Those of later phones are added and removed one by one, because a reload of the
 * dialplan for each would be slow when there are thousands.
 */
export function createBusyLamps(url: string, log: Logger) {
  async function change(address: PbxAddress, action: string, more = {}): Promise<void> {
    const { number, domain } = address
    const hint = { context: `${HINTS}${domain}`, extension: String(number), priority: 'hint' }
    try {
      const [answer = ''] = await askManager(url, [{ action, ...hint, ...more }])
      if (!answer.startsWith('Response: Success')) log.warn({ address, answer }, FAILED)
    } catch (error) {
      // Phones work all the same; only their lamps do not.
      log.warn({ err: error, address }, FAILED)
    }
  }

  return {
    allow: (address: PbxAddress) =>
      change(address, 'DialplanExtensionAdd', {
        application: `PJSIP/${formatAddress(address)}`,
        replace: 'yes',
      }),
    /** Lamps that show this phone go out: Asterisk ends their subscriptions. */
    end: (address: PbxAddress) => change(address, 'DialplanExtensionRemove'),
  }
}

const FAILED = 'Asterisk did not change the hint of a phone; its busy lamps are wrong until Asterisk restarts'
