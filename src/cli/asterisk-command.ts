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
  usage: '--write FOLDER [--number NUMBER] [--listen ADDRESS:PORT] [--tls-cert FILE --tls-key FILE [--wss]]',
  arguments: [],
  options: {
    write: { type: 'string' },
    number: { type: 'string' },
    listen: { type: 'string' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    wss: { type: 'boolean' },
  },
  async run({ values }, config) {
    const { write, listen, 'tls-cert': certFile, 'tls-key': keyFile, wss } = values
    if (write === undefined) throw new UsageMistake('Name the folder with --write.')
    if ((certFile === undefined) !== (keyFile === undefined)) {
      throw new UsageMistake('Use both --tls-cert and --tls-key, or neither.')
    }
    if (wss && !certFile) throw new UsageMistake('--wss needs --tls-cert and --tls-key.')
    const number = readNumber(values.number)
    const webSocketPort = wss ? 8089 : undefined
    const tls = certFile && keyFile ? { port: 5061, webSocketPort, certFile, keyFile } : undefined
    const parameters = { ...asteriskParameters(config, number, listen), sipTls: tls }
    try {
      const path = writeAsteriskConfiguration(write, parameters)
      await preparePhoneDatabase(parameters.databaseUrl)
      console.log(
        [`Wrote ${path}. Start it with: asterisk -f -C ${path}`, ...settings(number, parameters)].join('\n'),
      )
    } catch (error) {
      throw new ConfigError((error as Error).message)
    }
  },
})

/** Asterisk has to listen where this server expects it. */
function asteriskParameters(
  { dataDir, telephony }: Config,
  number: number,
  listen: string | undefined,
): AsteriskParameters {
  const asterisk = telephony.asterisks.find((one) => one.number === number)
  const address = listen ?? asterisk?.sipProxy ?? (number === 1 ? telephony.sipProxy : undefined)
  if (address === undefined) throw new UsageMistake('Say with --listen where the phones reach it.')
  const parameters = { ...defaultAsteriskParameters, sip: readAddress(address, 5060) }
  if (!asterisk) {
    const { host, port } = parameters.http
    return {
      ...parameters,
      // So that several can be tried on one machine.
      http: { host, port: port + number - 1 },
      databaseUrl: `sqlite:${join(dataDir, number === 1 ? 'asterisk.db' : `asterisk-${number}.db`)}`,
      password: randomBytes(24).toString('base64url'),
    }
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

/** Of which Asterisk, as the settings number them. */
function readNumber(text = '1'): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageMistake('--number must be a whole number from 1 to 99.')
  return Number(text)
}

function readAddress(text: string, otherwise: number): ListeningAddress {
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(text)!
  return { host: host!.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? otherwise : Number(port) }
}

/** The settings with which the server finds Asterisk. */
function settings(number: number, parameters: AsteriskParameters): string[] {
  const { databaseUrl, http, user, password, sip } = parameters
  const name = number === 1 ? 'ASTERISK' : `ASTERISK_${number}`
  return [
    'Settings of the server:',
    `  ${name}_URL=http://${user}:${password}@${http.host}:${http.port}`,
    `  ${name}_DATABASE_URL=${databaseUrl.replace(/:[^:@/]+@/, ':...@')}`,
    `  ${number === 1 ? '' : `${name}_`}SIP_PROXY=${sip.host}:${sip.port}`,
  ]
}
