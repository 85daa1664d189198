import { createLogger } from '../../../src/platform/logging/log.ts'
import { pbxAccountOf } from '../../../src/telephony/phones/extensions/extension.ts'
import { createAsteriskPbx } from '../../../src/telephony/phones/pbx/asterisk/asterisk-pbx.ts'
import type { CallRouter } from '../../../src/telephony/phones/pbx/flow/call-plan.ts'
import type { Pbx, PbxAccount, PbxEvent } from '../../../src/telephony/phones/pbx/pbx.ts'
import type { RunningAsterisk } from './start-asterisk.ts'

export interface Driver {
  pbx: Pbx
  /** what it has reported of phones so far: `1001@a.test AUTHENTICATED` */
  events: string[]
}

const unknownNumber: CallRouter = async () => ({ kind: 'refuse', cause: 1 })

/** The product's driver for a running Asterisk. Stop it with `pbx.stop()`. */
export async function startDriver(
  { url, databaseUrl }: Pick<RunningAsterisk, 'url' | 'databaseUrl'>,
  planCall: CallRouter = unknownNumber,
): Promise<Driver> {
  const pbx = createAsteriskPbx({
    url,
    databaseUrl,
    planCall,
    findRecordingRules: async () => ({
      always: false,
      onDemand: { caller: 'disabled', callee: 'disabled' },
      notice: 'none',
      language: 'en',
    }),
    promptUrl: () => '',
    messageUrl: () => '',
    openMailbox: async () => undefined,
    openRoom: async () => undefined,
    spokenUrl: async () => undefined,
    findTrunkOfCall: async (trunk) => trunk,
    // It has no trunks.
    outgoing: {
      admit: async () => undefined,
      adopt: async () => {},
      release: () => {},
      listExhausted: async () => [],
    },
    queueLines: {
      enter: () => {},
      leave: () => {},
      connect: () => {},
      disconnect: () => {},
      findSignIn: async () => undefined,
    },
    log: createLogger('silent'),
  })
  const events: string[] = []
  pbx.listen((event) => events.push(...describeEvent(event)))
  await pbx.start()
  const stop = async () => {
    await pbx.stop()
    await pbx.close()
  }
  return { pbx: { ...pbx, stop }, events }
}

function describeEvent(event: PbxEvent): string[] {
  if (event.kind !== 'call' && event.kind !== 'registration') return []
  const what = event.kind === 'call' ? event.status : event.state
  return [`${event.address.number}@${event.address.domain} ${what}`]
}

/** As the product derives it from a secret. */
export function accountOf(number: number, domain: string, secret: string, data = {}): PbxAccount {
  return pbxAccountOf({ number, name: `Phone ${number}`, data }, { domain }, secret)
}
