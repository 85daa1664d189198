import { runExclusive } from '../../../platform/concurrency/run-exclusive.ts'
import { announceChanged } from '../../company/audit/record-change.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { Carrier, CarrierEvent, CarrierListener, CompanyText } from '../carriers/carrier.ts'
import type { CompanyCarriersTable } from './company-carriers-table.ts'
import { companyCarriersTable } from './company-carriers-table.ts'

/** Stores an event. With `companyId`, it comes from the carrier of this company and may only concern this company. */
export type CompanyCarrierListener = (event: CarrierEvent, companyId: number | undefined) => Promise<boolean>

/** The server's carrier, and the carriers of companies that have their own. */
export interface CompanyCarriers extends Omit<Carrier, 'listen' | 'send'> {
  send(text: CompanyText): ReturnType<Carrier['send']>
  listen(listener: CompanyCarrierListener): void
  /** Reconnects if the settings of the company have changed. */
  look(companyId: number): Promise<void>
  /** The companies whose texts do not depend on the server's carrier. */
  independent(): readonly number[]
}

interface Open {
  settings: CompanyCarriersTable
  carrier: Carrier
}

export function createCompanyCarriers(platform: TelephonyPlatform, usual: Carrier): CompanyCarriers {
  const { database, log, nodeId } = platform
  const open = new Map<number, Open>()
  let isStarted = false
  let listener: CompanyCarrierListener = async () => {
    throw new Error('The carriers have no listener yet')
  }
  usual.listen((event) => listener(event, undefined))

  const alone = (companyId: number, work: () => Promise<void>) =>
    runExclusive(`carrier of company ${companyId} on ${nodeId}`, work)

  async function close(companyId: number): Promise<void> {
    const closing = open.get(companyId)
    open.delete(companyId)
    await closing?.carrier.stop()
  }

  async function settle(companyId: number): Promise<void> {
    const settings = isStarted
      ? await companyCarriersTable.find(database.read, { company_id: companyId })
      : undefined
    if (open.get(companyId)?.settings.version === settings?.version) return
    await close(companyId)
    if (!settings) return
    const carrier = await openCompanyCarrier(platform, settings, (event) => listener(event, companyId))
    open.set(companyId, { settings, carrier })
    // Nobody waits for an SMSC that may be slow or away.
    carrier.start().catch((error) => log.warn({ err: error }, 'a carrier could not be started'))
  }

  const usesOwn = ({ numbers }: CompanyCarriersTable, number: string) =>
    numbers === null || (JSON.parse(numbers) as string[]).includes(number)

  return {
    async send(text) {
      // The settings may have changed a moment ago.
      await alone(text.companyId, () => settle(text.companyId))
      const own = open.get(text.companyId)
      return own && usesOwn(own.settings, text.from) ? own.carrier.send(text) : usual.send(text)
    },
    listen(given) {
      listener = given
    },
    look: (companyId) => alone(companyId, () => settle(companyId)),
    independent: () => [...open.keys()],
    async start() {
      await usual.start()
      isStarted = true
      const all = await companyCarriersTable.list(database.read, {})
      await Promise.all(all.map(({ company_id: id }) => alone(id, () => settle(id))))
    },
    async stop() {
      isStarted = false
      await Promise.all([...open.keys()].map((id) => alone(id, () => settle(id))))
      await usual.stop()
    },
  }
}

/**
 * Connects to the SMSC of a company. Its ids are prefixed, since two SMSCs may use the same ones: a receipt only finds
 * texts that left through this very account.
 */
async function openCompanyCarrier(
  platform: TelephonyPlatform,
  settings: CompanyCarriersTable,
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
function noteStates({ clock, log, transact }: TelephonyPlatform, settings: CompanyCarriersTable) {
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
          if (
            (await companyCarriersTable.updateWhere(
              tx.db,
              { company_id: settings.company_id, version: settings.version },
              change,
            )) > 0
          )
            announceChanged(tx, 'carrier', settings.id)
        }),
      )
      .catch((error) => log.warn({ err: error }, 'the state of a carrier could not be stored'))
  }
}
