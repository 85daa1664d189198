import type { Config } from '../../config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Contents } from '../../platform/contents/contents.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/logging/log.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { TelephonyParts } from '../../telephony/create-telephony.ts'
import type { FaxLine } from '../../telephony/fax/faxes/fax-line.ts'
import { faxNumbersTable } from '../../telephony/fax/faxes/fax-tables.ts'
import { createLoopbackFaxLine } from '../../telephony/fax/faxes/loopback-fax-line.ts'
import { createRoutedFaxLine } from '../../telephony/fax/faxes/routed-fax-line.ts'
import { createEmbeddedPbx } from '../../telephony/phones/pbx/embedded-pbx.ts'
import type { Pbx } from '../../telephony/phones/pbx/pbx.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'
import type { Carrier } from '../../telephony/texting/carriers/carrier.ts'
import { createLoopbackCarrier } from '../../telephony/texting/carriers/loopback-carrier.ts'

/** Opens the drivers that the settings name, or the built-in ones. `contents` are there before a driver is used. */
export async function openDrivers(
  config: Config,
  log: Logger,
  database: Database<TelephonyTables>,
  secrets: Secrets,
  clock: Clock,
  contents: () => Contents,
): Promise<Pick<TelephonyParts, 'pbx' | 'carrier' | 'faxLine'>> {
  return {
    pbx: await openPbx(config, log, database, secrets, clock, contents),
    carrier: await openCarrier(config, log),
    faxLine: await openFaxLine(config, log, database, clock),
  }
}

/** The driver is loaded on demand: many servers do not need it. */
async function openPbx(
  config: Config,
  log: Logger,
  database: Database<TelephonyTables>,
  secrets: Secrets,
  clock: Clock,
  contents: () => Contents,
): Promise<Pbx> {
  if (config.telephony.asterisks.length === 0) return createEmbeddedPbx(database)
  const { openAsterisks } = await import('./open-asterisks.ts')
  return openAsterisks(config, log, database, secrets, clock, contents)
}

/** With Asterisk, faxes also go to other servers. */
async function openFaxLine(
  { telephony: { asterisks } }: Config,
  log: Logger,
  database: Database<TelephonyTables>,
  clock: Clock,
): Promise<FaxLine> {
  const here = createLoopbackFaxLine(log)
  // Trunks register with the first one.
  const [asterisk] = asterisks
  if (!asterisk) return here
  const { createAsteriskFaxLine } = await import('../../telephony/fax/asterisk/asterisk-fax-line.ts')
  const { findDialString } = await import('../../telephony/fax/asterisk/find-dial-string.ts')
  return createRoutedFaxLine({
    here,
    external: createAsteriskFaxLine({
      url: asterisk.url,
      log,
      findDialString: (companyId, to) => findDialString(database.read, clock, companyId, to),
    }),
    isHere: async (number) =>
      (await faxNumbersTable.findBy(database.read, { number }))?.company_id !== undefined,
  })
}

async function openCarrier({ telephony: { smppUrl } }: Config, log: Logger): Promise<Carrier> {
  if (smppUrl === undefined) return createLoopbackCarrier()
  const { createSmppCarrier } = await import('../../telephony/texting/carriers/smpp/smpp-carrier.ts')
  const { readSmppAddress } = await import('../../telephony/texting/carriers/smpp/smpp-options.ts')
  return createSmppCarrier({ address: readSmppAddress(smppUrl), log })
}
