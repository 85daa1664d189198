import type { Instance } from '../../company/instances/instance.ts'
import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { may, requirePermission, viewerOf } from '../../identity/permissions.ts'
import type { Page } from '../../list-page.ts'
import { forbidden, notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { extensionToShow, type FoundExtension } from '../extensions/extension-access.ts'
import { type Device, type DeviceFilter, listDevices, withLines } from './device-store.ts'
import { deviceView } from './device-view.ts'
import { devicesTable } from './devices-table.ts'

export interface FoundDevice {
  readonly instance: Instance
  readonly device: Device
}

/** A user sees the devices that register an extension of theirs. Devices of other companies are not found. */
export async function fetchDevice(
  db: TelephonyDb,
  actor: Actor,
  instanceUuid: string,
  id: string,
): Promise<Device> {
  const row = await devicesTable.findBy(db, {
    company_id: actor.company.id,
    id,
    instance_uuid: instanceUuid,
  })
  const [device] = row ? await withLines(db, actor.company.id, [row]) : []
  const viewer = viewerOf(actor, 'see devices')
  const isVisible =
    viewer === undefined || device?.lines.some(({ extension }) => extension.user_id === viewer)
  if (!device || !isVisible) throw notFound('There is no such device')
  return device
}

const deviceTo =
  (allow: (actor: Actor, device: Device) => void) =>
  async (platform: TelephonyPlatform, actor: Actor, params: Record<string, string>): Promise<FoundDevice> => {
    const instance = await instanceOfCompany(platform, actor, params.instance_uuid!)
    const device = await fetchDevice(platform.database.read, actor, instance.uuid, params.device_id!)
    allow(actor, device)
    return { instance, device }
  }

/** Everybody sees the extensions of colleagues, but where their phones are is theirs. */
export async function extensionToLocate(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<FoundExtension> {
  const found = await extensionToShow(platform, actor, params)
  const viewer = viewerOf(actor, 'see devices')
  if (viewer !== undefined && found.extension.user_id !== viewer) throw notFound('There is no such extension')
  return found
}

export const deviceToShow = deviceTo(() => {})
export const deviceToEdit = deviceTo((actor) => requirePermission(actor, 'change devices'))
export const deviceToReset = deviceTo((actor, device) =>
  requireOfAll(actor, device, 'reset SIP passwords and PINs'),
)
/** Its address gives the SIP passwords of all its extensions. */
export const deviceToSetUp = deviceTo((actor, device) =>
  requireOfAll(actor, device, 'see and choose SIP passwords and PINs'),
)

function requireOfAll(
  actor: Actor,
  { lines }: Device,
  name: 'reset SIP passwords and PINs' | 'see and choose SIP passwords and PINs',
): void {
  if (!lines.every(({ extension }) => may(actor, name, extension.user_id))) {
    throw forbidden('Only the owner and the person with all its extensions may do this')
  }
}

/** The instance for a new device. */
export async function instanceToEquip(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<Instance> {
  const instance = await instanceOfCompany(platform, actor, params.instance_uuid!)
  requirePermission(actor, 'change devices')
  return instance
}

export async function listInstanceDevices(
  { database }: TelephonyPlatform,
  actor: Actor,
  filter: DeviceFilter,
  page: Page,
): Promise<HttpResponse> {
  const { company } = actor
  const visible = { ...filter, userId: viewerOf(actor, 'see devices') }
  const { items, total } = await listDevices(database.read, company.id, visible, page)
  return new HttpResponse(
    items.map((device) => deviceView(device, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}
