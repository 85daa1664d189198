import { isIP } from 'node:net'

export interface SocketAddress {
  /** a local IP address */
  readonly host: string
  readonly port: number
}

/** The parameters of the configuration. */
export interface KamailioParameters {
  /** where phones connect, by UDP and TCP */
  readonly sip: SocketAddress
  /** where it accepts our commands, by HTTP */
  readonly rpc: SocketAddress
  /** where it sends events, by TCP */
  readonly events: SocketAddress
  /** `postgres://...` or `sqlite:/absolute/path.db` */
  readonly databaseUrl: string
  /** The only IP address that may send commands and receive events. */
  readonly managementAddress: string
  /** Phones that request less are refused, and ask again. */
  readonly shortestRegistrationSeconds: number
}

export const defaultKamailioParameters: Omit<KamailioParameters, 'databaseUrl'> = {
  sip: { host: '127.0.0.1', port: 5060 },
  rpc: { host: '127.0.0.1', port: 5062 },
  events: { host: '127.0.0.1', port: 8448 },
  managementAddress: '127.0.0.1',
  shortestRegistrationSeconds: 60,
}

/** Throws, naming the parameter: values in a program text must be exactly what they claim to be. */
export function checkKamailioParameters(parameters: KamailioParameters): void {
  for (const name of ['sip', 'rpc', 'events'] as const) checkSocketAddress(name, parameters[name])
  checkHost('managementAddress', parameters.managementAddress)
  const seconds = parameters.shortestRegistrationSeconds
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 300) {
    throw new Error('shortestRegistrationSeconds must be a whole number from 1 to 300.')
  }
}

function checkSocketAddress(name: string, { host, port }: SocketAddress): void {
  checkHost(`${name}.host`, host)
  // Phones send their responses to this address, so it must be reachable.
  if (host === '0.0.0.0' || host === '::') throw new Error(`${name}.host must be one address, not "any".`)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${name}.port must be a whole number from 1 to 65535.`)
  }
}

function checkHost(name: string, host: string): void {
  if (isIP(host) === 0) throw new Error(`${name} must be an IP address, and is "${host}".`)
}

/** `127.0.0.1:5060` or `[::1]:5060` */
export function formatSocketAddress({ host, port }: SocketAddress): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}
