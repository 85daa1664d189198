import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { TelephonyParts } from '../telephony/create-telephony.ts'
import type { FaxLine } from '../telephony/fax/faxes/fax-line.ts'
import { createLoopbackFaxLine } from '../telephony/fax/faxes/loopback-fax-line.ts'
import { createRoutedFaxLine } from '../telephony/fax/faxes/routed-fax-line.ts'
import { findCompanyByFaxNumber } from '../telephony/fax/numbers/fax-number-store.ts'
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
  secrets: Secrets,
  clock: Clock,
): Promise<Pick<TelephonyParts, 'pbx' | 'carrier' | 'faxLine'>> {
  return {
    pbx: await openPbx(config, log, database, secrets, clock),
    carrier: await openCarrier(config, log),
    faxLine: await openFaxLine(config, log, database),
  }
}

/** Drivers are loaded on demand: most servers need neither. */
async function openPbx(
  config: Config,
  log: Logger,
  database: Database<TelephonyTables>,
  secrets: Secrets,
  clock: Clock,
): Promise<Pbx> {
  const { asterisk, kamailio } = config.telephony
  if (asterisk) {
    const { createAsteriskPbx } = await import('../telephony/phones/pbx/asterisk/asterisk-pbx.ts')
    const { planCall } = await import('../telephony/phones/calls/plan-call.ts')
    const { findRecordingRules } = await import(
      '../telephony/phones/calls/recordings/find-recording-rules.ts'
    )
    const { promptUrl } = await import('../telephony/phones/prompts/prompt-url.ts')
    return createAsteriskPbx({
      ...asterisk,
      log,
      planCall: (request) => planCall(database.read, request, clock.now()),
      findRecordingRules: (caller, callee) => findRecordingRules(database.read, caller, callee),
      promptUrl: (prompt) => promptUrl({ config, secrets }, prompt),
    })
  }
  if (kamailio === undefined) return createEmbeddedPbx(database)
  const { createKamailioPbx } = await import('../telephony/phones/pbx/kamailio/kamailio-pbx.ts')
  return createKamailioPbx({ ...kamailio, log })
}

/** With Asterisk, faxes also go to other servers. */
async function openFaxLine(
  { telephony: { asterisk } }: Config,
  log: Logger,
  database: Database<TelephonyTables>,
): Promise<FaxLine> {
  const here = createLoopbackFaxLine(log)
  if (!asterisk) return here
  const { createAsteriskFaxLine } = await import('../telephony/fax/asterisk/asterisk-fax-line.ts')
  const { findDialString } = await import('../telephony/fax/asterisk/find-dial-string.ts')
  return createRoutedFaxLine({
    here,
    elsewhere: createAsteriskFaxLine({
      url: asterisk.url,
      log,
      findDialString: (companyId, to) => findDialString(database.read, companyId, to),
    }),
    isHere: async (number) => (await findCompanyByFaxNumber(database.read, number)) !== undefined,
  })
}

async function openCarrier({ telephony: { smppUrl } }: Config, log: Logger): Promise<Carrier> {
  if (smppUrl === undefined) return createLoopbackCarrier()
  const { createSmppCarrier } = await import('../telephony/texting/carriers/smpp/smpp-carrier.ts')
  return createSmppCarrier({ url: smppUrl, log })
}
