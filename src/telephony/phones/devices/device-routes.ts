import { Type } from '@sinclair/typebox'
import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import { HttpResponse } from '../../http/http-response.ts'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import type { Phones } from '../phones.ts'
import { createDevice, deleteDevice, renewDeviceSecret, updateDevice } from './change-devices.ts'
import {
  deviceToEdit,
  deviceToReset,
  deviceToSetUp,
  deviceToShow,
  extensionToLocate,
  instanceToEquip,
  listInstanceDevices,
} from './device-access.ts'
import { DevicePatch, NewDevice } from './device-input.ts'
import {
  DeviceAddressSchema,
  DeviceSchema,
  deviceView,
  RegistrationSchema,
  RegistrationsSchema,
  VendorSchema,
} from './device-view.ts'
import { provisionDevice } from './provisioning/provision-device.ts'
import { showAddress, showRegistration, showRegistrations } from './show-device.ts'

const operation = operationOf<Phones>()

const area = 'Devices'
const all = '/instances/:instance_uuid/devices'
const one = `${all}/:device_id`

export const deviceRoutes = [
  operation({
    method: 'GET',
    path: all,
    area,
    summary: 'List the devices of an instance',
    description: 'By label. Users see those that register an extension of theirs.',
    access: 'see devices',
    query: Type.Object(
      {
        vendor: Type.Optional(VendorSchema),
        search: Type.Optional(
          Type.String({ maxLength: 200, description: 'Part of the label, model, MAC address or number.' }),
        ),
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(DeviceSchema), paged: true },
    problems: [400, 404],
    find: ({ context, actor, params }) => instanceOfCompany(context, actor, params.instance_uuid!),
    handle: ({ context, actor, subject, query }) =>
      listInstanceDevices(
        context,
        actor,
        { instanceUuid: subject.uuid, vendor: query.vendor, search: query.search },
        pageOf(query.page, query.page_size),
      ),
  }),
  operation({
    method: 'POST',
    path: all,
    area,
    summary: 'Create a device',
    description:
      'A phone that fetches its settings at its address. 409 if another device has the MAC address.',
    access: 'change devices',
    body: NewDevice,
    nullIsAbsent: true,
    success: { status: 201, schema: DeviceSchema },
    problems: [400, 403, 404, 409],
    find: ({ context, actor, params }) => instanceToEquip(context, actor, params),
    handle: ({ context, actor, subject, body }) => createDevice(context, actor, subject, body),
  }),
  operation({
    method: 'GET',
    path: one,
    area,
    summary: 'Get a device',
    access: 'see devices',
    success: { status: 200, schema: DeviceSchema },
    problems: [404],
    find: ({ context, actor, params }) => deviceToShow(context, actor, params),
    handle: async ({ actor, subject }) => deviceView(subject.device, actor.company.public_id),
  }),
  operation({
    method: 'PATCH',
    path: one,
    area,
    summary: 'Change a device',
    description: 'Missing fields stay unchanged. Other extensions make a new secret.',
    access: 'change devices',
    body: DevicePatch,
    success: { status: 200, schema: DeviceSchema },
    problems: [400, 403, 404, 409],
    find: ({ context, actor, params }) => deviceToEdit(context, actor, params),
    handle: ({ context, actor, subject, body }) => updateDevice(context, actor, subject, body),
  }),
  operation({
    method: 'DELETE',
    path: one,
    area,
    summary: 'Delete a device',
    description:
      'Its address ends at once. The phone keeps the SIP passwords it has: reset those of the extension.',
    access: 'change devices',
    success: { status: 200, schema: DeviceSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => deviceToEdit(context, actor, params),
    handle: ({ context, actor, subject }) => deleteDevice(context, actor, subject),
  }),
  operation({
    method: 'GET',
    path: `${one}/address`,
    area,
    summary: 'Get the address where a device fetches its settings',
    description:
      'For people who may see the SIP passwords of all its extensions: the address gives them to anybody who knows it.',
    access: 'see and choose SIP passwords and PINs',
    success: { status: 200, schema: DeviceAddressSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => deviceToSetUp(context, actor, params),
    handle: async ({ context, subject }) => showAddress(context, subject),
  }),
  operation({
    method: 'POST',
    path: `${one}/new-secret`,
    area,
    summary: 'Make a new secret for a device',
    description: 'The old address ends at once, and the new one must be entered at the phone.',
    access: 'reset SIP passwords and PINs',
    success: { status: 200, schema: DeviceSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => deviceToReset(context, actor, params),
    handle: ({ context, actor, subject }) => renewDeviceSecret(context, actor, subject),
  }),
  operation({
    method: 'GET',
    path: `${one}/registrations`,
    area,
    summary: 'List where the extensions of a device are registered',
    description: 'Asks the PBX. Other phones of the same extension are listed, too.',
    access: 'see devices',
    success: { status: 200, schema: RegistrationsSchema },
    problems: [404, 502],
    find: ({ context, actor, params }) => deviceToShow(context, actor, params),
    handle: ({ context, subject }) => showRegistrations(context, subject),
  }),
  operation({
    method: 'GET',
    path: '/instances/:instance_uuid/extensions/:extension_id/registration',
    area: 'Extensions',
    summary: 'Get where an extension is registered',
    description: 'Asks the PBX which phones there are, and whether they signal over TLS.',
    access: 'see devices',
    success: { status: 200, schema: RegistrationSchema },
    problems: [404, 502],
    find: ({ context, actor, params }) => extensionToLocate(context, actor, params),
    handle: ({ context, subject }) => showRegistration(context, subject),
  }),
  operation({
    method: 'GET',
    path: '/provisioning/:secret/:file',
    area,
    summary: 'Download the settings of a phone, for the phone',
    description:
      'In the format of the vendor. Only over HTTPS, unless the operator permits HTTP. An unknown secret, file or MAC address gets the same 404; too many wrong secrets get 429.',
    access: 'follow a link that carries a token',
    success: { status: 200, type: 'text/plain' },
    problems: [403, 404, 429],
    async handle({ context, params, request }) {
      const { type, text } = await provisionDevice(context, request, params.secret!, params.file!)
      return new HttpResponse(text, {
        headers: {
          'content-type': `${type}; charset=utf-8`,
          'content-security-policy': "sandbox; default-src 'none'",
          'referrer-policy': 'no-referrer',
        },
      })
    },
  }),
]
