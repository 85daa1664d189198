import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import {
  type AsteriskParameters,
  defaultAsteriskParameters,
  type ListeningAddress,
} from '../telephony/phones/pbx/asterisk/asterisk-parameters.ts'
import { preparePhoneDatabase } from '../telephony/phones/pbx/asterisk/prepare-phone-database.ts'
import { writeAsteriskConfiguration } from '../telephony/phones/pbx/asterisk/write-asterisk-configuration.ts'
import { command } from './command.ts'
import { UsageMistake } from './usage-mistake.ts'

export const asteriskCommand = command({
  usage: '--write FOLDER [--listen ADDRESS:PORT] [--tls-cert FILE --tls-key FILE [--wss]]',
  arguments: [],
  options: {
    write: { type: 'string' },
    listen: { type: 'string' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    wss: { type: 'boolean' },
  },
  async run({ values: { write, listen, 'tls-cert': certFile, 'tls-key': keyFile, wss } }, config) {
    if (write === undefined) throw new UsageMistake('Name the folder with --write.')
    if ((certFile === undefined) !== (keyFile === undefined)) {
      throw new UsageMistake('Use both --tls-cert and --tls-key, or neither.')
    }
    if (wss && !certFile) throw new UsageMistake('--wss needs --tls-cert and --tls-key.')
    const webSocketPort = wss ? 8089 : undefined
    const tls = certFile && keyFile ? { port: 5061, webSocketPort, certFile, keyFile } : undefined
    const parameters = { ...asteriskParameters(config, listen), sipTls: tls }
    try {
      const path = writeAsteriskConfiguration(write, parameters)
      await preparePhoneDatabase(parameters.databaseUrl)
      console.log(
        [`Wrote ${path}. Start it with: asterisk -f -C ${path}`, ...settings(parameters)].join('\n'),
      )
    } catch (error) {
      throw new ConfigError((error as Error).message)
    }
  },
})

/** Asterisk has to listen where this server expects it. */
function asteriskParameters({ dataDir, telephony }: Config, listen: string | undefined): AsteriskParameters {
  const { asterisk, sipProxy } = telephony
  const parameters = { ...defaultAsteriskParameters, sip: readAddress(listen ?? sipProxy, 5060) }
  if (!asterisk) {
    const databaseUrl = `sqlite:${join(dataDir, 'asterisk.db')}`
    return { ...parameters, databaseUrl, password: randomBytes(24).toString('base64url') }
  }
  const { host, username, password } = new URL(asterisk.url)
  return {
    ...parameters,
    databaseUrl: asterisk.databaseUrl,
    http: readAddress(host, 80),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}

function readAddress(text: string, otherwise: number): ListeningAddress {
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(text)!
  return { host: host!.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? otherwise : Number(port) }
}

/** The settings with which the server finds Asterisk. */
function settings({ databaseUrl, http, user, password, sip }: AsteriskParameters): string[] {
  return [
    'Settings of the server:',
    `  ASTERISK_URL=http://${user}:${password}@${http.host}:${http.port}`,
    `  ASTERISK_DATABASE_URL=${databaseUrl.replace(/:[^:@/]+@/, ':...@')}`,
    `  SIP_PROXY=${sip.host}:${sip.port}`,
  ]
}
