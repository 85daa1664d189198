import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../../../platform/limits/network-of.ts'
import { isToken } from '../../../../platform/secrets/secrets.ts'
import { announceChanged } from '../../../company/audit/record-change.ts'
import { sipProxyOf } from '../../../company/instances/asterisk-of-instance.ts'
import type { Instance } from '../../../company/instances/instance.ts'
import { instancesTable } from '../../../company/instances/instances-table.ts'
import { locationsTable } from '../../../company/locations/location.ts'
import type { Company } from '../../../identity/company.ts'
import { findContacts } from '../../../identity/contact-store.ts'
import { currentCompany } from '../../../identity/current-company.ts'
import type { Identity } from '../../../identity/identity.ts'
import { notFound, Problem } from '../../../problem.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { callRoutesTable } from '../../call-routes/call-route.ts'
import { slotsOf } from '../../call-routes/parking-lots.ts'
import { completeData } from '../../extension-data/extension-data.ts'
import { openSecrets } from '../../extension-data/extension-secrets.ts'
import { type Extension, extensionsTable } from '../../extensions/extension.ts'
import { mayRegister } from '../../pbx/registrable-phones.ts'
import { type Device, withLines } from '../device-store.ts'
import { devicesTable, type Vendor } from '../devices-table.ts'
import { ACROBITS_FILE, groundwireFile, LINPHONE_FILE, linphoneFile } from './app-files.ts'
import { grandstreamFile } from './grandstream-files.ts'
import { phoneClock } from './phone-clock.ts'
import { languageOf, languages, timeZoneOf } from './phone-language.ts'
import {
  type FileOf,
  oneLine,
  type PhoneContact,
  type PhoneLine,
  type PhoneProfile,
  type ProvisioningFile,
} from './phone-profile.ts'
import { polycomFile } from './polycom-files.ts'
import { snomFile } from './snom-files.ts'
import { yealinkFile } from './yealink-files.ts'

const filesOf: Record<Vendor, FileOf> = {
  yealink: yealinkFile,
  snom: snomFile,
  grandstream: grandstreamFile,
  polycom: polycomFile,
  linphone: linphoneFile,
  groundwire: groundwireFile,
}

/** Wrong secrets from one network within a minute. */
const MAX_WRONG_SECRETS = 20
/** More than phones show. */
const MAX_PHONE_BOOK = 2000
const MAX_USER_AGENT_LENGTH = 200
/** A phone fetches several files in a row: that it was seen is stored once. */
const SEEN_INTERVAL_MS = 60_000

/** The names of the files that a phone of the device asks for. */
export function fileNames({ vendor, mac }: Pick<Device, 'vendor' | 'mac'>): string[] {
  switch (vendor) {
    case 'yealink':
      return [`${mac}.cfg`, 'phonebook.xml']
    case 'snom':
      return [`snom-${mac}.xml`]
    case 'grandstream':
      return [`cfg${mac}.xml`, 'phonebook.xml']
    case 'polycom':
      return [`${mac}.cfg`, `${mac}-settings.cfg`, `${mac}-directory.xml`]
    case 'linphone':
      return [LINPHONE_FILE]
    case 'groundwire':
      return [ACROBITS_FILE]
  }
}

export const addressOfSecret = ({ config }: Pick<TelephonyPlatform, 'config'>, secret: string) =>
  `${config.publicUrl.replace(/\/$/, '')}/provisioning/${secret}`

/** A file for a phone. A wrong secret, a wrong file and a wrong MAC address are the same 404. */
export async function provisionDevice(
  identity: Identity,
  request: FastifyRequest,
  secret: string,
  name: string,
): Promise<ProvisioningFile> {
  requireEncryption(identity, request)
  const attempts = `provisioning ${networkOf(request.ip)}`
  const budget = await identity.rateLimiter.peek(attempts, MAX_WRONG_SECRETS)
  if (!budget.allowed) {
    throw new Problem(429, 'Too many wrong addresses from this network', {
      headers: { 'retry-after': String(Math.ceil(budget.retryAfterSeconds)) },
    })
  }
  const found = await findBySecret(identity, secret)
  if (!found) {
    await identity.rateLimiter.take(attempts, MAX_WRONG_SECRETS)
    throw noFile()
  }
  const profile = await profileOf(identity, found, addressOfSecret(identity, secret))
  const file = filesOf[found.device.vendor](profile, name.toLowerCase())
  if (!file) throw noFile()
  await markSeen(identity, found.device, request.headers['user-agent'] ?? '')
  return file
}

const noFile = () => notFound('There is no such file')

/** The files carry passwords: over HTTP, everybody on the way could read them. */
function requireEncryption({ config }: TelephonyPlatform, request: FastifyRequest): void {
  if (request.protocol === 'https' || config.telephony.provisioningOverHttp) return
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(request.ip)
  if (isLocal && request.headers['x-forwarded-for'] === undefined) return
  throw new Problem(
    403,
    'Phones get their passwords over HTTPS only. The operator can permit HTTP with PROVISIONING_OVER_HTTP=yes.',
  )
}

interface FoundDevice {
  readonly company: Company
  readonly instance: Instance
  readonly device: Device
}

/** undefined: the secret is wrong, or no longer valid. */
async function findBySecret(identity: Identity, secret: string): Promise<FoundDevice | undefined> {
  if (!isToken(secret)) return undefined
  const { read } = identity.database
  const row = await devicesTable.findBy(read, { secret_hash: identity.secrets.hash(secret) })
  const company = row && (await currentCompany(identity, row.company_id))
  if (!row || company?.status !== 'active') return undefined
  const [device] = await withLines(read, company.id, [row])
  const instance = await instancesTable.find(read, { company_id: company.id, uuid: row.instance_uuid })
  if (!device || !instance || device.lines.length === 0 || device.lines.some(({ isVoid }) => isVoid)) {
    return undefined
  }
  const users = device.lines.flatMap(({ extension }) => extension.user_id ?? [])
  const contacts = await findContacts(read, company.id, [...new Set(users)])
  const isEnabled = users.every((id) => contacts.has(id) && mayRegister(contacts.get(id)))
  return isEnabled ? { company, instance, device } : undefined
}

async function profileOf(
  platform: TelephonyPlatform,
  { company, instance, device }: FoundDevice,
  address: string,
): Promise<PhoneProfile> {
  const { database, config, clock } = platform
  const { read } = database
  const location = await locationsTable.findBy(read, { company_id: company.id, pbx_uuid: instance.uuid })
  const country = location?.profile.country || company.profile.address.country
  const directory = await extensionsTable.list(read, { company_id: company.id })
  const here = new Map(
    directory.filter((one) => one.instance_uuid === instance.uuid).map((one) => [one.number, one]),
  )
  const others = directory.filter(({ number }) => !here.has(number))
  const lots = await callRoutesTable.list(read, {
    ...{ company_id: company.id, instance_uuid: instance.uuid, kind: 'parking' },
  })
  const slots = new Map(
    lots.flatMap(({ name, settings }) =>
      slotsOf(settings).map((number) => [number, { number, name: `${name} ${number}` }] as const),
    ),
  )
  const lamps = (JSON.parse(device.lamps) as number[]).flatMap(
    (number) => here.get(number) ?? slots.get(number) ?? [],
  )
  return {
    mac: device.mac ?? '',
    label: device.label,
    language: languages.find((one) => one === device.language) ?? languageOf(country),
    clock: phoneClock(device.time_zone ?? timeZoneOf(country), clock.now()),
    timeServer: config.telephony.timeServer,
    lines: device.lines.map(({ extension }) => lineOf(platform, instance, extension)),
    lamps: lamps.map(contactOf),
    phoneBook: [...here.values(), ...others]
      .map(contactOf)
      .sort((one, other) => one.name.localeCompare(other.name))
      .slice(0, MAX_PHONE_BOOK),
    address,
  }
}

const contactOf = ({ number, name }: Pick<Extension, 'number' | 'name'>): PhoneContact => ({
  number: String(number),
  name,
})

function lineOf({ config, secrets }: TelephonyPlatform, instance: Instance, extension: Extension): PhoneLine {
  const data = completeData(extension.number, extension.name, extension.data)
  const wanted = String(data.transport).toLowerCase()
  const transport = wanted.includes('tls') ? 'tls' : wanted.includes('tcp') ? 'tcp' : 'udp'
  const { hostname, port } = new URL(`sip://${sipProxyOf(config.telephony, instance)}`)
  const sipPort = Number(port || 5060)
  const isOptional = data.media_encryption_optimistic === 'yes'
  return {
    ...contactOf(extension),
    password: openSecrets(secrets, extension.secrets_sealed).secret,
    domain: instance.domain,
    proxyHost: hostname,
    // Asterisk listens for TLS on the port after the usual one.
    proxyPort: transport === 'tls' ? sipPort + 1 : sipPort,
    transport,
    srtp: data.media_encryption === 'no' ? 'off' : isOptional ? 'optional' : 'required',
    dtls: data.media_encryption === 'dtls',
    expires: Math.min(Number(data.maximum_expiration), 3600),
  }
}

/** Stored without an entry of the audit trail: phones fetch their settings every day. */
async function markSeen(
  { clock, transact }: TelephonyPlatform,
  device: Device,
  agent: string,
): Promise<void> {
  const now = clock.now()
  const user_agent = oneLine(agent).slice(0, MAX_USER_AGENT_LENGTH)
  const isRecent = device.fetched_at !== null && now - device.fetched_at < SEEN_INTERVAL_MS
  if (isRecent && user_agent === device.user_agent) return
  await transact(device.company_id, async (tx) => {
    await devicesTable.update(tx.db, device, { fetched_at: now, user_agent })
    announceChanged(tx, 'device', device.id)
  })
}
