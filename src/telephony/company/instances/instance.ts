import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { trimBoth, trimEnd } from '../../../platform/trim-characters.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonySettings } from '../../telephony-config.ts'
import type { TelephonyTransaction } from '../../telephony-platform.ts'
import { chooseAsterisk } from './asterisk-of-instance.ts'
import { type InstancesTable, instancesTable } from './instances-table.ts'

export type Instance = InstancesTable

/** Adds the PBX instance of a new location, such as `s02.acme.<sip domain>`. */
export async function addInstance(
  tx: TelephonyTransaction,
  clock: Clock,
  settings: TelephonySettings,
  company: { id: number; public_id: string; name: string },
): Promise<Instance> {
  const id = newObjectId(clock)
  const hostname = `s${String(await tx.next('instance')).padStart(2, '0')}`
  const instance: Instance = {
    company_id: company.id,
    uuid: uuidOf(`${company.public_id}/${id}`),
    id,
    accountcode: `A${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`,
    hostname,
    // Two companies may have the same name. Their number keeps the domains apart.
    domain: `${hostname}.${slug(company.name)}-${company.id}.${settings.sipDomain}`,
    created_at: clock.now(),
    asterisk: await chooseAsterisk(tx.db, settings),
  }
  await instancesTable.insert(tx.db, instance)
  return instance
}

function slug(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return trimEnd(trimBoth(letters, '-').slice(0, 30), '-') || 'company'
}

/** A version 5 UUID (RFC 9562) of the unique name of the instance. */
function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(`switchboard instance ${name}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
