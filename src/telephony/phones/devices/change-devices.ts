import type { Static } from '@sinclair/typebox'
import { generateToken, type Secrets } from '../../../platform/secrets/secrets.ts'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Instance } from '../../company/instances/instance.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import type { Extension } from '../extensions/extension.ts'
import { type FoundDevice, fetchDevice } from './device-access.ts'
import { type DeviceInput, deviceIdentity, mergeDevice, type NewDevice, searchText } from './device-input.ts'
import type { Device } from './device-store.ts'
import { type DeviceView, deviceView } from './device-view.ts'
import { type DevicesTable, deviceLinesTable, devicesTable } from './devices-table.ts'

const MAX_DEVICES = 5000

export async function createDevice(
  { clock, secrets, transact }: TelephonyPlatform,
  actor: Actor,
  { uuid }: Instance,
  input: Static<typeof NewDevice>,
): Promise<DeviceView> {
  const { company } = actor
  const now = clock.now()
  const start = { company_id: company.id, id: newObjectId(clock), instance_uuid: uuid }
  const neverSeen = { fetched_at: null, user_agent: '', registered_at: null, registered_address: null }
  const times = { ...neverSeen, created_at: now, updated_at: now }
  return transact(company.id, async (tx) => {
    const { device, wanted = [] } = await mergeDevice(tx.db, { ...start, ...times }, input)
    if ((await devicesTable.count(tx.db, { company_id: company.id })) >= MAX_DEVICES) {
      throw conflict(`An organization may have at most ${MAX_DEVICES} devices`)
    }
    await requireFreeMac(tx.db, device)
    const numbers = wanted.map(({ number }) => number)
    const row = { ...device, ...newDeviceSecret(secrets), search_text: searchText(device, numbers) }
    await devicesTable.insert(tx.db, row)
    const lines = await putLines(tx.db, row, wanted)
    const after = deviceView({ ...row, lines }, company.public_id)
    await recordChange(tx, clock, actor, { action: 'device.created', id: row.id, before: null, after })
    return after
  })
}

/** With other extensions, the secret is a new one: people who know the old one must not get their passwords. */
export function updateDevice(
  platform: TelephonyPlatform,
  actor: Actor,
  found: FoundDevice,
  input: DeviceInput,
): Promise<DeviceView> {
  return changeDevice(platform, actor, found, async ({ db }, stored) => {
    const { lines, ...row } = stored
    const [{ device, wanted }] = await collectFaults(
      () => mergeDevice(db, row, input),
      () => checkReadOnlyFields(input, deviceView(stored, actor.company.public_id), deviceIdentity),
    )
    await requireFreeMac(db, device)
    const before = lines.map(({ extension }) => extension.id)
    const isSame = !wanted || wanted.map(({ id }) => id).join() === before.join()
    const extensions = wanted ?? lines.map(({ extension }) => extension)
    const search_text = searchText(
      device,
      extensions.map(({ number }) => number),
    )
    const changed = { ...device, search_text, ...(isSame ? {} : newDeviceSecret(platform.secrets)) }
    return { ...changed, lines: isSame ? lines : await putLines(db, changed, extensions) }
  })
}

/** The old address ends at once. */
export function renewDeviceSecret(
  platform: TelephonyPlatform,
  actor: Actor,
  found: FoundDevice,
): Promise<DeviceView> {
  return changeDevice(platform, actor, found, async ({ db }, { lines, ...row }) => ({
    ...row,
    ...newDeviceSecret(platform.secrets),
    lines: await putLines(
      db,
      row,
      lines.map(({ extension }) => extension),
    ),
  }))
}

export async function deleteDevice(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  { instance, device: { id } }: FoundDevice,
): Promise<DeviceView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const stored = await fetchDevice(tx.db, actor, instance.uuid, id)
    const before = deviceView(stored, company.public_id)
    await deviceLinesTable.removeWhere(tx.db, { company_id: company.id, device_id: id })
    await devicesTable.remove(tx.db, stored)
    await recordChange(tx, clock, actor, { action: 'device.deleted', id, before, after: null })
    return before
  })
}

async function changeDevice(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  { instance, device: { id } }: FoundDevice,
  change: (tx: TelephonyTransaction, stored: Device) => Promise<Device>,
): Promise<DeviceView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const stored = await fetchDevice(tx.db, actor, instance.uuid, id)
    const changed = { ...(await change(tx, stored)), updated_at: clock.now() }
    const { lines: _, ...row } = changed
    await devicesTable.update(tx.db, row, row)
    const [before, after] = [stored, changed].map((one) => deviceView(one, company.public_id)) as [
      DeviceView,
      DeviceView,
    ]
    await recordChange(tx, clock, actor, { action: 'device.updated', id, before, after })
    return after
  })
}

export function newDeviceSecret(secrets: Secrets) {
  const secret = generateToken()
  return { secret_hash: secrets.hash(secret), secret_sealed: secrets.encrypt(secret) }
}

async function putLines(
  db: TelephonyDb,
  { company_id, id: device_id }: DevicesTable,
  extensions: readonly Extension[],
): Promise<Device['lines']> {
  await deviceLinesTable.removeWhere(db, { company_id, device_id })
  await deviceLinesTable.insert(
    db,
    extensions.map(({ id: extension_id, user_id }, place) => ({
      company_id,
      device_id,
      extension_id,
      place,
      user_id,
    })),
  )
  return extensions.map((extension) => ({ extension, isVoid: false }))
}

async function requireFreeMac(
  db: TelephonyDb,
  { company_id, id, mac }: Pick<DevicesTable, 'company_id' | 'id' | 'mac'>,
): Promise<void> {
  const holder = mac === null ? undefined : await devicesTable.findBy(db, { company_id, mac })
  if (holder && holder.id !== id) throw conflict(`The device ${holder.label} has this MAC address`)
}
