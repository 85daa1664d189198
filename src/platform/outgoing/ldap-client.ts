import { Client, ResultCodeError } from 'ldapts'
import { findPublicAddress, PrivateAddress } from './public-address.ts'

/** How a directory is reached. */
export interface LdapConnection {
  /** `ldaps://host:636`, or `ldap://host:389` */
  url: string
  startTls: boolean
  /** certificates in PEM that vouch for the directory; empty: those of Node */
  ca: string
  bindDn: string
  password: string
  /** refuses addresses inside the server's own network */
  onlyPublic: boolean
}

export type LdapFault =
  | 'unreachable'
  | 'certificate'
  | 'encryption'
  | 'bind'
  | 'base'
  | 'filter'
  | 'limit'
  | 'refused'

/** Why a directory did not give what was asked for, in words for an administrator. */
export class LdapFailure extends Error {
  readonly fault: LdapFault

  constructor(fault: LdapFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** An entry: its name and the values of its attributes, by the names in lower case. */
export interface LdapEntry {
  dn: string
  values: ReadonlyMap<string, readonly string[]>
}

export interface LdapSearch {
  base: string
  filter: string
  attributes: readonly string[]
  /** more entries than this are a failure */
  limit: number
}

export interface LdapClient {
  search(search: LdapSearch): Promise<LdapEntry[]>
  /** Whether the password is that of the entry. */
  isPassword(dn: string, password: string): Promise<boolean>
}

const TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000
const PAGE_SIZE = 500
const INVALID_CREDENTIALS = 49
/** Of one attribute: a group with more values than this fails. */
const MAX_RANGES = 200

/** Signs in at a directory, and leaves it afterwards. `signal`: ends it early, whatever it waits for. */
export async function withLdap<T>(
  connection: LdapConnection,
  work: (client: LdapClient) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await connect(connection)
  const leave = () => void client.unbind().catch(() => {})
  signal?.addEventListener('abort', leave)
  try {
    await bind(client, connection)
    return await work({
      search: (search) => searchIn(client, search),
      isPassword: (dn, password) => isPassword(connection, dn, password),
    })
  } catch (error) {
    if (!signal?.aborted) throw error
    throw new LdapFailure('unreachable', 'The directory takes too long to read')
  } finally {
    signal?.removeEventListener('abort', leave)
    await client.unbind().catch(() => {})
  }
}

async function connect({ url, startTls, ca, onlyPublic }: LdapConnection): Promise<Client> {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const address = onlyPublic ? await findAddress(host) : host
  // The certificate must be for the name, wherever it leads.
  const tlsOptions = {
    ...(ca !== '' && { ca }),
    minVersion: 'TLSv1.2' as const,
    host: address,
    servername: serverName(host),
  }
  const isEncrypted = protocol === 'ldaps:'
  const client = new Client({
    url: `${protocol}//${address.includes(':') ? `[${address}]` : address}${port && `:${port}`}`,
    timeout: TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(isEncrypted && { tlsOptions }),
  })
  try {
    if (startTls && !isEncrypted) await client.startTLS(tlsOptions)
    return client
  } catch (error) {
    await client.unbind().catch(() => {})
    throw failureOf(error, 'encryption')
  }
}

async function findAddress(host: string): Promise<string> {
  try {
    return await findPublicAddress(host)
  } catch (error) {
    if (!(error instanceof PrivateAddress)) throw failureOf(error, 'unreachable')
    throw new LdapFailure('unreachable', `The address is not permitted: ${error.message}`)
  }
}

/** The certificate must be for this name; addresses have none (RFC 6066). */
const serverName = (host: string) => (/^[\d.]+$|:/.test(host) ? '' : host)

async function bind(client: Client, { bindDn, password }: LdapConnection): Promise<void> {
  // With an empty password, a directory lets anybody in, as nobody.
  if (bindDn !== '' && password === '') throw new LdapFailure('bind', 'The bind DN has no password')
  try {
    if (bindDn === '') await client.bind('', '')
    else await client.bind(bindDn, password)
  } catch (error) {
    if (error instanceof ResultCodeError) {
      throw new LdapFailure('bind', `The directory refuses the bind DN or its password: ${error.message}`)
    }
    throw failureOf(error, 'bind')
  }
}

async function isPassword(connection: LdapConnection, dn: string, password: string): Promise<boolean> {
  if (password === '' || dn === '') return false
  const client = await connect(connection)
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    // Locked and expired accounts are refused with other codes.
    if (error instanceof ResultCodeError) return false
    throw failureOf(error, 'bind')
  } finally {
    await client.unbind().catch(() => {})
  }
}

async function searchIn(
  client: Client,
  { base, filter, attributes, limit }: LdapSearch,
): Promise<LdapEntry[]> {
  const entries: LdapEntry[] = []
  try {
    const pages = client.searchPaginated(base, {
      scope: 'sub',
      filter,
      attributes: [...attributes],
      explicitBufferAttributes: ['objectGUID'],
      paged: { pageSize: PAGE_SIZE },
    })
    for await (const { searchEntries } of pages) {
      for (const { dn, ...values } of searchEntries) {
        entries.push({ dn, values: await readRanges(client, dn, readValues(values)) })
      }
      if (entries.length > limit) {
        throw new LdapFailure('limit', `The filter finds more than ${limit} entries below ${base}`)
      }
    }
    return entries
  } catch (error) {
    throw failureOf(error, 'base')
  }
}

const RANGE = /^([a-z0-9.-]+);range=\d+-(\d+|\*)$/

/** Active Directory gives a part of many values, such as `member;range=0-1499`, and the rest when it is asked for. */
async function readRanges(
  client: Client,
  dn: string,
  values: Map<string, string[]>,
): Promise<LdapEntry['values']> {
  for (const [first, all] of values) {
    const name = RANGE.exec(first)?.[1]
    if (name === undefined) continue
    values.delete(first)
    values.set(name, all)
    let end = RANGE.exec(first)?.[2]
    for (let ranges = 1; end !== undefined && end !== '*'; ranges += 1) {
      if (ranges > MAX_RANGES) throw new LdapFailure('limit', `${dn} has too many values of ${name}`)
      const attributes = [`${name};range=${Number(end) + 1}-*`]
      const { searchEntries } = await client.search(dn, { scope: 'base', attributes })
      const { dn: _dn, ...more } = searchEntries[0] ?? { dn }
      const [next] = [...readValues(more)].filter(([key]) => RANGE.exec(key)?.[1] === name)
      for (const value of next?.[1] ?? []) all.push(value)
      end = next && RANGE.exec(next[0])?.[2]
    }
  }
  return values
}

function readValues(values: Record<string, unknown>): Map<string, string[]> {
  const read = new Map<string, string[]>()
  for (const [name, value] of Object.entries(values)) {
    const all = Array.isArray(value) ? value : [value]
    // Attributes that the entry does not have come as empty lists.
    if (all.length === 0) continue
    read.set(
      name.toLowerCase(),
      all.map((one) => (Buffer.isBuffer(one) ? one.toString('hex') : String(one))),
    )
  }
  return read
}

function failureOf(error: unknown, fallback: LdapFault): LdapFailure {
  if (error instanceof LdapFailure) return error
  const { code, message } = error as { code?: number | string; message: string }
  if (code === 32 || code === 34) {
    return new LdapFailure('base', `The directory has no such base: ${message}`)
  }
  if (code === INVALID_CREDENTIALS) return new LdapFailure('bind', 'The directory refuses the password')
  if (code === 4 || code === 11)
    return new LdapFailure('limit', `The directory gives no more entries: ${message}`)
  if (code === 13) return new LdapFailure('encryption', 'The directory wants an encrypted connection')
  if (typeof code === 'number') return new LdapFailure('refused', `The directory refuses: ${message}`)
  if (/certificate|altname|self.signed|CERT_|UNABLE_TO_/i.test(`${code} ${message}`)) {
    return new LdapFailure('certificate', `The certificate of the directory is not valid: ${message}`)
  }
  if (/filter|parenthes|expected|unexpected/i.test(message) && code === undefined) {
    return new LdapFailure('filter', `The filter is not valid: ${message}`)
  }
  if (typeof code === 'string' || /timeout|timed out|closed|connect/i.test(message)) {
    return new LdapFailure('unreachable', `The directory cannot be reached: ${message}`)
  }
  return new LdapFailure(fallback, message)
}

/** What somebody typed, as a part of a filter (RFC 4515, section 3). */
export const escapeFilter = (text: string): string =>
  text.replaceAll(/[\\*()\0/]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
