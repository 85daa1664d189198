import { announceChanged } from '../../company/audit/record-change.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { Carrier, CarrierEvent, CarrierListener } from '../carriers/carrier.ts'
import { type CompanyCarrier, setCarrierState } from './company-carrier-store.ts'

/**
 * Connects to the SMSC of a company. Its ids are prefixed, since two SMSCs may use the same ones: a receipt only finds
 * texts that left through this very account.
 */
export async function openCompanyCarrier(
  platform: TelephonyPlatform,
  settings: CompanyCarrier,
  listener: CarrierListener,
): Promise<Carrier> {
  const { config, log, secrets } = platform
  const { createSmppCarrier } = await import('../carriers/smpp/smpp-carrier.ts')
  const carrier = createSmppCarrier({
    address: {
      host: settings.host,
      port: settings.port,
      systemId: settings.system_id,
      password: secrets.decrypt(settings.password_sealed),
      tls: settings.tls === 1,
      onlyPublic: !config.webhooksToPrivateNetworks,
    },
    log,
    onState: noteStates(platform, settings),
  })
  const named = (carrierId: string) => `${settings.id}/${carrierId}`
  carrier.listen((event: CarrierEvent) => listener({ ...event, carrierId: named(event.carrierId) }))
  return {
    ...carrier,
    async send(text) {
      const { carrierId } = await carrier.send(text)
      return { carrierId: named(carrierId) }
    },
  }
}

/** Stores whether there is a connection, so that every server can show it. Repetitions are left out. */
function noteStates({ clock, log, transact }: TelephonyPlatform, settings: CompanyCarrier) {
  let last: string | null | undefined
  let storing = Promise.resolve()
  return (problem: string | null) => {
    if (problem === last) return
    last = problem
    const state = problem === null ? ('connected' as const) : ('disconnected' as const)
    storing = storing
      .then(() =>
        transact(settings.company_id, async (tx) => {
          const change = { state, problem, state_at: clock.now() }
          if (await setCarrierState(tx.db, settings, change)) announceChanged(tx, 'carrier', settings.id)
        }),
      )
      .catch((error) => log.warn({ err: error }, 'the state of a carrier could not be stored'))
  }
}
