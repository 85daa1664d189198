import { isIP } from 'node:net'

export interface ListeningAddress {
  /** an IP address; 0.0.0.0 for all */
  readonly host: string
  readonly port: number
}

/** The parameters of the configuration. */
export interface AsteriskParameters {
  /** where phones connect, by UDP and TCP */
  readonly sip: ListeningAddress
  /** where phones connect by TLS, and if wanted by WebSocket over TLS; undefined: they cannot */
  readonly sipTls:
    | {
        readonly port: number
        readonly webSocketPort: number | undefined
        readonly certFile: string
        readonly keyFile: string
      }
    | undefined
  /** certificates (PEM) of authorities that providers use, besides those that everybody knows */
  readonly authorities: readonly string[]
  /** where Switchboard connects: for ARI, and to pass on the WebSockets of browsers */
  readonly http: ListeningAddress
  readonly user: string
  readonly password: string
  /** where Asterisk reads its phones: `postgres://...` or `sqlite:/absolute/path.db` */
  readonly databaseUrl: string
  /** UDP ports for sound */
  readonly rtp: { readonly from: number; readonly to: number }
  /** UDP ports for faxes by T.38 */
  readonly udptl: { readonly from: number; readonly to: number }
  /** how others reach it behind NAT, or in a container; undefined: at its own addresses */
  readonly nat:
    | {
        /** the IP address that phones, providers and browsers see */
        readonly external: string
        /** networks (`192.168.0.0/16`) that reach it at its own addresses */
        readonly localNets: readonly string[]
        readonly ownAddresses: readonly string[]
      }
    | undefined
  /** Asterisk's own folders, if not those that it was built with; by their names in asterisk.conf */
  readonly directories: Readonly<Record<string, string>>
}

export const defaultAsteriskParameters: Omit<AsteriskParameters, 'databaseUrl' | 'password'> = {
  sip: { host: '127.0.0.1', port: 5060 },
  sipTls: undefined,
  authorities: [],
  http: { host: '127.0.0.1', port: 8088 },
  user: 'switchboard',
  rtp: { from: 10_000, to: 20_000 },
  udptl: { from: 4000, to: 4999 },
  nat: undefined,
  directories: {},
}

/** Throws, naming the parameter: values in a configuration file must be exactly what they claim to be. */
export function checkAsteriskParameters(parameters: AsteriskParameters): void {
  const { sip, sipTls, http, rtp, udptl, nat, directories, user, password } = parameters
  for (const [name, { host, port }] of Object.entries({ sip, http })) {
    if (isIP(host) === 0) throw new Error(`${name}.host must be an IP address, and is "${host}".`)
    checkPort(`${name}.port`, port)
  }
  if (sipTls) {
    checkPort('sipTls.port', sipTls.port)
    if (sipTls.webSocketPort) checkPort('sipTls.webSocketPort', sipTls.webSocketPort)
  }
  for (const [name, { from, to }] of Object.entries({ rtp, udptl })) {
    checkPort(`${name}.from`, from)
    checkPort(`${name}.to`, to)
    if (to - from < 3) throw new Error(`${name} must have at least four ports.`)
  }
  if (nat) checkNat(nat)
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(user)) throw new Error('user must be letters, digits, - and _.')
  if (!/^[A-Za-z0-9_-]{16,128}$/.test(password)) {
    throw new Error('password must be 16 to 128 letters, digits, - and _.')
  }
  const paths = [...Object.values(directories), ...(sipTls ? [sipTls.certFile, sipTls.keyFile] : [])]
  for (const path of paths) {
    if (!/^\/[^\n;"\\[\]]*$/.test(path)) {
      throw new Error(`Asterisk cannot read this path in its configuration: ${path}`)
    }
  }
}

function checkNat({ external, localNets }: NonNullable<AsteriskParameters['nat']>): void {
  if (isIP(external) === 0) throw new Error(`The external address must be an IP address, not "${external}".`)
  for (const net of localNets) {
    const [address = '', bits = '', ...rest] = net.split('/')
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
    if (!/^\d{1,3}$/.test(bits) || Number(bits) > most || rest.length > 0) {
      throw new Error(`A local network must be given as 192.168.0.0/16, not as "${net}".`)
    }
  }
}

function checkPort(name: string, port: number): void {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${name} must be a whole number from 1 to 65535.`)
  }
}
