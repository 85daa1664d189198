import { randomBytes, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config/config.ts'
import {
  type AsteriskParameters,
  defaultAsteriskParameters,
  type ListeningAddress,
} from '../telephony/phones/pbx/asterisk/config/asterisk-parameters.ts'
import { formatAddress } from '../telephony/phones/pbx/asterisk/config/format-address.ts'
import { preparePhoneDatabase } from '../telephony/phones/pbx/asterisk/config/prepare-phone-database.ts'
import {
  createRecordingFolder,
  writeAsteriskConfiguration,
} from '../telephony/phones/pbx/asterisk/config/write-asterisk-configuration.ts'
import { command } from './command.ts'
import { UsageMistake } from './usage-mistake.ts'

const findAsterisk = ({ telephony }: Config, number: number) =>
  telephony.asterisks.find((one) => one.number === number)

const addressAndPort = /^(.*?)(?::(\d+))?$/

const twoPorts = /^(\d{1,5})-(\d{1,5})$/

export const asteriskCommand = command({
  usage: [
    '--write FOLDER [--number NUMBER] [--listen ADDRESS:PORT] [--tls-cert FILE --tls-key FILE [--wss]]',
    '[--provider-ca FILE]... [--ari ADDRESS:PORT] [--external ADDRESS [--local-net NETWORK]...]',
    '[--rtp-ports FROM-TO] [--fax-ports FROM-TO]',
  ].join('\n         '),
  arguments: [],
  options: {
    write: { type: 'string' },
    number: { type: 'string' },
    listen: { type: 'string' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    wss: { type: 'boolean' },
    'provider-ca': { type: 'string', multiple: true },
    ari: { type: 'string' },
    external: { type: 'string' },
    'local-net': { type: 'string', multiple: true },
    'rtp-ports': { type: 'string' },
    'fax-ports': { type: 'string' },
  },
  async run({ values }, config) {
    const { write } = values
    if (write === undefined) throw new UsageMistake('Name the folder with --write.')
    const number = readNumber(values.number)
    const parameters = chooseAsteriskParameters(config, number, values)
    try {
      const path = writeAsteriskConfiguration(write, parameters)
      await preparePhoneDatabase(parameters.databaseUrl)
      const start = `Wrote ${path}. Start it with: asterisk -f -C ${path}`
      const advice = createRecordingFolder(parameters)
      console.log([start, ...(advice ? [advice] : []), ...settings(config, number, parameters)].join('\n'))
    } catch (error) {
      throw new ConfigError((error as Error).message)
    }
  },
})

/** Of which Asterisk, as the settings number them. */
function readNumber(text = '1'): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageMistake('--number must be a whole number from 1 to 99.')
  return Number(text)
}

/** The settings with which the server finds Asterisk. */
function settings({ telephony }: Config, number: number, parameters: AsteriskParameters): string[] {
  const { databaseUrl, http, user, password, sip, nat } = parameters
  const name = number === 1 ? 'ASTERISK' : `ASTERISK_${number}`
  const known = telephony.asterisks.find((one) => one.number === number)
  const url = `http://${user}:${password}@${formatAddress(http.host, http.port)}`
  return [
    'Settings of the server:',
    `  ${name}_URL=${known?.url ?? url}`,
    `  ${name}_DATABASE_URL=${databaseUrl.replace(/:[^:@/]+@/, ':...@')}`,
    `  ${number === 1 ? '' : `${name}_`}SIP_PROXY=${formatAddress(nat?.external ?? sip.host, sip.port)}`,
  ]
}

/** The options of `switchboard asterisk`. */
interface AsteriskOptions {
  readonly listen?: string
  readonly 'tls-cert'?: string
  readonly 'tls-key'?: string
  readonly wss?: boolean
  readonly 'provider-ca'?: readonly string[]
  readonly ari?: string
  readonly external?: string
  readonly 'local-net'?: readonly string[]
  readonly 'rtp-ports'?: string
  readonly 'fax-ports'?: string
}

/** Asterisk has to listen where this server expects it. */
function chooseAsteriskParameters(
  config: Config,
  number: number,
  options: AsteriskOptions,
): AsteriskParameters {
  const { ari, 'rtp-ports': rtp, 'fax-ports': udptl } = options
  const sipTls = chooseTls(options)
  const usual = defaultAsteriskParameters
  const sip = chooseListen(config, number, options.listen)
  const connection = chooseConnection(config, number)
  return {
    ...usual,
    ...connection,
    sip,
    sipTls,
    authorities: (options['provider-ca'] ?? []).map(readCertificates),
    http: ari === undefined ? connection.http : readAddress(ari, connection.http.port),
    nat: chooseNat(sip.host, options),
    rtp: rtp === undefined ? usual.rtp : readPorts('--rtp-ports', rtp),
    udptl: udptl === undefined ? usual.udptl : readPorts('--fax-ports', udptl),
  }
}

function chooseTls({
  'tls-cert': certFile,
  'tls-key': keyFile,
  wss,
}: AsteriskOptions): AsteriskParameters['sipTls'] {
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new UsageMistake('Use both --tls-cert and --tls-key, or neither.')
  }
  if (wss && !certFile) throw new UsageMistake('--wss needs --tls-cert and --tls-key.')
  return certFile && keyFile
    ? { port: 5061, webSocketPort: wss ? 8089 : undefined, certFile, keyFile }
    : undefined
}

function readCertificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    new X509Certificate(text)
    return text
  } catch (error) {
    throw new UsageMistake(
      `--provider-ca must be a file with certificates (PEM): ${(error as Error).message}`,
    )
  }
}

function chooseListen(config: Config, number: number, listen: string | undefined): ListeningAddress {
  const { sipProxy } = findAsterisk(config, number) ?? {}
  const address = listen ?? sipProxy ?? (number === 1 ? config.telephony.sipProxy : undefined)
  if (address === undefined) throw new UsageMistake('Say with --listen where the phones reach it.')
  return readAddress(address, 5060)
}

/** Of the settings of the server, or new. */
function chooseConnection(
  config: Config,
  number: number,
): Pick<AsteriskParameters, 'http' | 'user' | 'password' | 'databaseUrl'> {
  const asterisk = findAsterisk(config, number)
  if (asterisk) {
    const { host, username, password } = new URL(asterisk.url)
    return {
      databaseUrl: asterisk.databaseUrl,
      http: readAddress(host, 80),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    }
  }
  const { http, user } = defaultAsteriskParameters
  return {
    // So that several can be tried on one machine.
    http: { host: http.host, port: http.port + number - 1 },
    user,
    databaseUrl: `sqlite:${join(config.dataDir, number === 1 ? 'asterisk.db' : `asterisk-${number}.db`)}`,
    password: randomBytes(24).toString('base64url'),
  }
}

function chooseNat(
  host: string,
  { external, 'local-net': localNets = [] }: AsteriskOptions,
): AsteriskParameters['nat'] {
  if (external !== undefined) return { external, localNets, ownAddresses: ownAddresses(host) }
  if (localNets.length > 0) throw new UsageMistake('--local-net needs --external.')
  return undefined
}

function ownAddresses(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host]
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address)
}

function readAddress(text: string, otherwise: number): ListeningAddress {
  const [, host, port] = addressAndPort.exec(text)!
  return { host: host!.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? otherwise : Number(port) }
}

function readPorts(option: string, text: string): { from: number; to: number } {
  const [, from, to] = twoPorts.exec(text) ?? []
  if (from === undefined) throw new UsageMistake(`${option} must be two ports, such as 10000-20000.`)
  return { from: Number(from), to: Number(to) }
}
