import { randomBytes, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import {
  type AsteriskParameters,
  defaultAsteriskParameters,
  type ListeningAddress,
} from '../telephony/phones/pbx/asterisk/asterisk-parameters.ts'
import { UsageMistake } from './usage-mistake.ts'

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
export function chooseAsteriskParameters(
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

const findAsterisk = ({ telephony }: Config, number: number) =>
  telephony.asterisks.find((one) => one.number === number)

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

const addressAndPort = /^(.*?)(?::(\d+))?$/

function readAddress(text: string, otherwise: number): ListeningAddress {
  const [, host, port] = addressAndPort.exec(text)!
  return { host: host!.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? otherwise : Number(port) }
}

const twoPorts = /^(\d{1,5})-(\d{1,5})$/

function readPorts(option: string, text: string): { from: number; to: number } {
  const [, from, to] = twoPorts.exec(text) ?? []
  if (from === undefined) throw new UsageMistake(`${option} must be two ports, such as 10000-20000.`)
  return { from: Number(from), to: Number(to) }
}
