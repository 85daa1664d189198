import { secondsOf, systemClock } from '../../../../../platform/clock.ts'
import type { Logger } from '../../../../../platform/logging/log.ts'
import type { BrowserPhone, BrowserPhones, PbxAddress } from '../../pbx.ts'
import { formatAddress } from '../../pbx-address.ts'
import type { Ari } from '../ari/ari.ts'
import type { AriChannel } from '../ari/ari-channel.ts'
import { endChannel } from '../ari/end-channel.ts'
import type { PhoneStore } from './phone-store.ts'

const LIFE_SECONDS = 120
const INTERVAL_MS = 30_000

/** The endpoints of an address: the phone, and its browsers. */
export type EndpointsOf = (address: PbxAddress) => Promise<readonly string[]>

export interface BrowserPhonesUse {
  readonly url: string
  readonly ari: Ari
  readonly phones: PhoneStore
  readonly log: Logger
  onChange(address: PbxAddress): void
}

/** Each browser is an endpoint of its own: it speaks WebRTC, which a desk phone of the extension does not. */
export function createBrowserPhones({ url, ari, phones, log, onChange }: BrowserPhonesUse) {
  const idOf = ({ address, name }: BrowserPhone) => `${address.number}~${name}@${address.domain}`
  let timer: NodeJS.Timeout | undefined

  async function endCalls(id: string): Promise<void> {
    for (const channel of await ari.call<AriChannel[]>('GET', 'channels')) {
      if (channel.name.startsWith(`PJSIP/${id}-`)) endChannel(ari, channel.id)
    }
  }

  /** Of servers that died. */
  const removeOld = () =>
    phones
      .removeOldBrowsers(secondsOf(systemClock) - LIFE_SECONDS)
      .catch((error) => log.warn({ err: error }, 'browsers that are gone could not be removed'))

  const browserPhones: BrowserPhones = {
    webSocketUrl: async () => `ws://${new URL(url).host}/ws`,
    admit: (phone) =>
      phones.putBrowser({
        id: idOf(phone),
        phone: formatAddress(phone.address),
        ha1: phone.ha1,
        seenAt: secondsOf(systemClock),
      }),
    async remove(phone) {
      await phones.removeBrowser(idOf(phone))
      onChange(phone.address)
      await endCalls(idOf(phone))
    },
  }
  const endpointsOf: EndpointsOf = async (address) => {
    const phone = formatAddress(address)
    return [phone, ...(await phones.listBrowsers(phone))]
  }
  return {
    ...browserPhones,
    endpointsOf,
    start(): void {
      timer = setInterval(removeOld, INTERVAL_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
