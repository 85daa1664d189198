import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull } from '../../../platform/clock.ts'
import { nullable } from '../../nullable.ts'
import type { Device } from './device-store.ts'
import { vendors } from './devices-table.ts'

const strict = { additionalProperties: false }

export const VendorSchema = Type.Union(
  vendors.map((vendor) => Type.Literal(vendor)),
  { description: 'Linphone and Groundwire are apps, the others desk phones.' },
)

export const DeviceSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    pbx: Type.String({ description: 'The uuid of its instance.' }),
    vendor: VendorSchema,
    model: Type.String(),
    mac: nullable(Type.String({ description: 'Such as 00:15:65:aa:bb:cc; null for an app.' })),
    label: Type.String(),
    extensions: Type.Array(Type.Integer(), { description: 'The numbers that it registers.' }),
    lamps: Type.Array(Type.Integer(), {
      description: 'The numbers whose state its keys show: extensions, and slots of parking lots.',
    }),
    time_zone: nullable(Type.String({ description: 'null: that of the country.' })),
    language: nullable(Type.String({ description: 'null: that of the country.' })),
    can_fetch: Type.Boolean({
      description:
        'Whether it can fetch its settings. Not after an extension went to another user: make a new secret.',
    }),
    fetched_at: nullable(Type.String({ description: 'When it last fetched its settings.' })),
    user_agent: Type.String({ description: 'How it named itself then.' }),
    registered_at: nullable(
      Type.String({
        description:
          'When its phone last registered, or its registration ended. Other phones of its extensions count, too, but not browsers.',
      }),
    ),
    registered_address: nullable(Type.String({ description: 'The address from which it registered.' })),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  strict,
)

export type DeviceView = Static<typeof DeviceSchema>

export const deviceView = (device: Device, companyPublicId: string): DeviceView => ({
  id: device.id,
  company: companyPublicId,
  pbx: device.instance_uuid,
  vendor: device.vendor,
  model: device.model,
  mac: device.mac?.replace(/..(?=.)/g, '$&:') ?? null,
  label: device.label,
  extensions: device.lines.map(({ extension }) => extension.number),
  lamps: JSON.parse(device.lamps),
  time_zone: device.time_zone,
  language: device.language,
  can_fetch: device.lines.length > 0 && !device.lines.some(({ isVoid }) => isVoid),
  fetched_at: isoDateOrNull(device.fetched_at),
  user_agent: device.user_agent,
  registered_at: isoDateOrNull(device.registered_at),
  registered_address: device.registered_address,
  created_at: isoDate(device.created_at),
  updated_at: isoDate(device.updated_at),
})

export const DeviceAddressSchema = Type.Object(
  {
    url: Type.String({
      description: 'What to enter at the phone as its provisioning server. It gives the SIP passwords.',
    }),
    qr: nullable(Type.String({ description: 'What the QR code for an app contains.' })),
    files: Type.Array(Type.String(), { description: 'What the phone asks for below it.' }),
  },
  strict,
)

export const RegistrationSchema = Type.Object(
  {
    number: Type.Integer(),
    state: Type.String(),
    contacts: Type.Array(
      Type.Object(
        {
          contact: Type.String({ description: 'Where the PBX reaches the phone.' }),
          user_agent: Type.String(),
          expires_in_seconds: Type.Integer(),
          encrypted: Type.Boolean({ description: 'Whether signaling is encrypted: SIP over TLS.' }),
        },
        strict,
      ),
    ),
    media_encryption: Type.String({ description: 'As the extension is set: no, sdes or dtls.' }),
  },
  strict,
)

export const RegistrationsSchema = Type.Array(RegistrationSchema)
