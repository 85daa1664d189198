import type { Config } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/log.ts'
import type { TelephonyParts } from '../telephony/create-telephony.ts'
import { createLoopbackFaxLine } from '../telephony/fax/faxes/loopback-fax-line.ts'
import { createEmbeddedPbx } from '../telephony/phones/pbx/embedded-pbx.ts'
import type { Pbx } from '../telephony/phones/pbx/pbx.ts'
import type { TelephonyTables } from '../telephony/telephony-tables.ts'
import type { Carrier } from '../telephony/texting/carriers/carrier.ts'
import { createLoopbackCarrier } from '../telephony/texting/carriers/loopback-carrier.ts'

/** Opens the drivers that the settings name, or the built-in ones. */
export async function openDrivers(
  config: Config,
  log: Logger,
  database: Database<TelephonyTables>,
): Promise<Pick<TelephonyParts, 'pbx' | 'carrier' | 'faxLine'>> {
  return {
    pbx: await openPbx(config, log, database),
    carrier: await openCarrier(config, log),
    faxLine: createLoopbackFaxLine(log),
  }
}

/** Drivers are loaded on demand: most servers need neither. */
async function openPbx(
  { telephony: { asterisk, kamailio } }: Config,
  log: Logger,
  database: Database<TelephonyTables>,
): Promise<Pbx> {
  if (asterisk) {
    const { createAsteriskPbx } = await import('../telephony/phones/pbx/asterisk/asterisk-pbx.ts')
    const { planCall } = await import('../telephony/phones/calls/plan-call.ts')
    return createAsteriskPbx({ ...asterisk, log, planCall: (request) => planCall(database.read, request) })
  }
  if (kamailio === undefined) return createEmbeddedPbx(database)
  const { createKamailioPbx } = await import('../telephony/phones/pbx/kamailio/kamailio-pbx.ts')
  return createKamailioPbx({ ...kamailio, log })
}

async function openCarrier({ telephony: { smppUrl } }: Config, log: Logger): Promise<Carrier> {
  if (smppUrl === undefined) return createLoopbackCarrier()
  const { createSmppCarrier } = await import('../telephony/texting/carriers/smpp/smpp-carrier.ts')
  const { readSmppAddress } = await import('../telephony/texting/carriers/smpp/smpp-options.ts')
  return createSmppCarrier({ address: readSmppAddress(smppUrl), log })
}
