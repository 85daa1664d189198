import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { checkKamailioConfiguration } from '../telephony/phones/pbx/kamailio/check-kamailio-configuration.ts'
import {
  defaultKamailioParameters,
  formatSocketAddress,
  type KamailioParameters,
  type SocketAddress,
} from '../telephony/phones/pbx/kamailio/kamailio-parameters.ts'
import { prepareKamailioDatabase } from '../telephony/phones/pbx/kamailio/prepare-kamailio-database.ts'
import { writeKamailioConfiguration } from '../telephony/phones/pbx/kamailio/write-kamailio-configuration.ts'
import { command } from './command.ts'
import { UsageMistake } from './usage-mistake.ts'

export const kamailioCommand = command({
  usage: '--write FOLDER [--listen ADDRESS:PORT] | --check FILE',
  arguments: [],
  options: { write: { type: 'string' }, listen: { type: 'string' }, check: { type: 'string' } },
  async run({ values: { write, listen, check } }, config) {
    if ((write === undefined) === (check === undefined)) {
      throw new UsageMistake('Use either --write or --check.')
    }
    if (check !== undefined) {
      const complaints = await checkKamailioConfiguration(check)
      if (complaints.length > 0) throw new ConfigError(complaints.join('\n'))
      console.log(`${check} is valid.`)
      return
    }
    const parameters = kamailioParameters(config, listen)
    const path = await prepare(write!, parameters)
    console.log(
      [`Wrote ${path}; README.md beside it explains how to start it.`, ...settings(parameters)].join('\n'),
    )
  },
})

async function prepare(folder: string, parameters: KamailioParameters): Promise<string> {
  try {
    const path = writeKamailioConfiguration(folder, parameters)
    await prepareKamailioDatabase(parameters.databaseUrl)
    return path
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

/** Kamailio has to listen where this server expects it. */
function kamailioParameters({ dataDir, telephony }: Config, listen: string | undefined): KamailioParameters {
  const { kamailio, sipProxy } = telephony
  const proxy = { ...defaultKamailioParameters, sip: readAddress(listen ?? sipProxy, 5060) }
  if (!kamailio) return { ...proxy, databaseUrl: `sqlite:${join(dataDir, 'kamailio.db')}` }
  return {
    ...proxy,
    databaseUrl: kamailio.databaseUrl,
    rpc: readAddress(new URL(kamailio.rpcUrl).host, 80),
    events: readAddress(kamailio.eventsAddress, 8448),
  }
}

function readAddress(text: string, otherwise: number): SocketAddress {
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(text)!
  return { host: host!.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? otherwise : Number(port) }
}

/** The settings with which the server finds Kamailio. */
function settings({ databaseUrl, rpc, events, sip }: KamailioParameters): string[] {
  return [
    'Settings of the server:',
    `  KAMAILIO_DATABASE_URL=${databaseUrl.replace(/:[^:@/]+@/, ':...@')}`,
    `  KAMAILIO_RPC_URL=http://${formatSocketAddress(rpc)}/RPC`,
    `  KAMAILIO_EVENTS=${formatSocketAddress(events)}`,
    `  SIP_PROXY=${formatSocketAddress(sip)}`,
  ]
}
