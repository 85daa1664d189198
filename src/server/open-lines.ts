import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import { createMailer } from '../platform/create-mailer.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/log.ts'
import { createLoopbackCarrier } from '../telephony/carrier/loopback-carrier.ts'
import { createSmppCarrier } from '../telephony/carrier/smpp/smpp-carrier.ts'
import type { TelephonyParts } from '../telephony/create-telephony.ts'
import { createLoopbackFaxLine } from '../telephony/faxes/loopback-fax-line.ts'
import { createEmbeddedPbx } from '../telephony/pbx/embedded-pbx.ts'
import { createKamailioPbx } from '../telephony/pbx/kamailio/kamailio-pbx.ts'
import type { TelephonyTables } from '../telephony/telephony-tables.ts'

/** What connects the telephony with the world outside: each by the settings, or the one that needs nothing. */
export function openLines(
  config: Config,
  log: Logger,
  clock: Clock,
  database: Database<TelephonyTables>,
): Pick<TelephonyParts, 'pbx' | 'carrier' | 'faxLine' | 'mailer'> {
  const { kamailio, smppUrl } = config.telephony
  return {
    pbx: kamailio ? createKamailioPbx({ ...kamailio, log }) : createEmbeddedPbx(database),
    carrier: smppUrl === undefined ? createLoopbackCarrier() : createSmppCarrier({ url: smppUrl, log }),
    faxLine: createLoopbackFaxLine(log),
    mailer: createMailer(config, clock),
  }
}
