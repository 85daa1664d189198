import { isIP } from 'node:net'

export interface SocketAddress {
  /** an IP address of this machine */
  readonly host: string
  readonly port: number
}

/** What the configuration of a Kamailio depends on. */
export interface KamailioParameters {
  /** where phones come, by UDP and TCP */
  readonly sip: SocketAddress
  /** where we ask and command, by HTTP; of no use to phones */
  readonly rpc: SocketAddress
  /** where we hear what happens, by TCP */
  readonly events: SocketAddress
  /** `postgres://...` or `sqlite:/absolute/path.db`, as we write it everywhere */
  readonly databaseUrl: string
  /** Only from this IP address are commands taken and events given. */
  readonly managementAddress: string
  /** A phone that asks for less is told to ask again. */
  readonly shortestRegistrationSeconds: number
}

export const defaultKamailioParameters: Omit<KamailioParameters, 'databaseUrl'> = {
  sip: { host: '127.0.0.1', port: 5060 },
  rpc: { host: '127.0.0.1', port: 5062 },
  events: { host: '127.0.0.1', port: 8448 },
  managementAddress: '127.0.0.1',
  shortestRegistrationSeconds: 60,
}

/** Fails, naming the parameter: what goes into a program text must be exactly what it claims to be. */
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
  // Phones get this address as the way back, so it has to be one that they can send to.
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
