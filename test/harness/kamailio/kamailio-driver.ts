import { createLogger } from '../../../src/platform/log.ts'
import { pbxAccountOf } from '../../../src/telephony/phones/extensions/extension.ts'
import { createKamailioPbx } from '../../../src/telephony/phones/pbx/kamailio/kamailio-pbx.ts'
import type { Pbx, PbxAccount, PbxEvent } from '../../../src/telephony/phones/pbx/pbx.ts'
import type { RunningKamailio } from './start-kamailio.ts'

export interface Driver {
  pbx: Pbx
  /** what it has told so far: `1001@a.test AUTHENTICATED` */
  events: string[]
}

/** The product's driver for a running Kamailio. Stop it with `pbx.stop()`. */
export async function startDriver(
  kamailio: Pick<RunningKamailio, 'databaseUrl' | 'rpcUrl' | 'eventsAddress'>,
): Promise<Driver> {
  const { databaseUrl, rpcUrl, eventsAddress } = kamailio
  const pbx = createKamailioPbx({ databaseUrl, rpcUrl, eventsAddress, log: createLogger('silent') })
  const events: string[] = []
  pbx.listen((event) => events.push(describeEvent(event)))
  await pbx.start()
  const stop = async () => {
    await pbx.stop()
    await pbx.close()
  }
  return { pbx: { ...pbx, stop }, events }
}

function describeEvent(event: PbxEvent): string {
  if (event.kind !== 'call' && event.kind !== 'registration') return event.kind
  const what = event.kind === 'call' ? event.status : event.state
  return `${event.address.number}@${event.address.domain} ${what}`
}

/** As the product derives it from a secret. */
export function accountOf(number: number, domain: string, secret: string): PbxAccount {
  return pbxAccountOf({ number, name: `Phone ${number}`, data: {} }, { domain }, secret)
}
