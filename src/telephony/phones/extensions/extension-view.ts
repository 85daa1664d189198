import { type Static, Type } from '@sinclair/typebox'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'
import { ContactSchema, type ContactView } from '../../company/contacts/contact-view.ts'
import type { Instance } from '../../company/instances/instance.ts'
import type { Location } from '../../company/locations/location.ts'
import { LocationSchema, locationView } from '../../company/locations/location-view.ts'
import { nullable } from '../../nullable.ts'
import { completeData } from '../extension-data/extension-data.ts'
import { type ExtensionData, ExtensionDataSchema } from '../extension-data/extension-data-schema.ts'
import type { ExtensionSecrets } from '../extension-data/extension-secrets.ts'
import type { Extension } from './extension.ts'
import { shownCallerId } from './outbound-caller-id.ts'

const strict = { additionalProperties: false }
const secret = Type.Optional(Type.String({ description: 'For the owner and the assigned user.' }))

const PhoneSchema = Type.Object(
  {
    _id: Type.String(),
    company: Type.String(),
    data: Type.Object(
      {
        reg: Type.Array(
          Type.Object(
            {
              displayname: Type.String(),
              label: Type.String(),
              password: secret,
              server: Type.Array(Type.Object({ address: Type.String() }, strict)),
              userid: Type.Integer(),
            },
            strict,
          ),
        ),
      },
      strict,
    ),
  },
  strict,
)

export const QrConfigSchema = Type.Object(
  {
    displayname: Type.String(),
    outbound_server: Type.String({ description: 'Where to send SIP requests.' }),
    password: Type.String(),
    server: Type.String({ description: 'The SIP domain.' }),
    user: Type.String(),
  },
  strict,
)

export const ExtensionSchema = Type.Object(
  {
    _id: Type.String(),
    data: ExtensionDataSchema,
    extensions: Type.Array(Type.Unknown(), { description: 'Extensions grouped under this one: none.' }),
    location: nullable(LocationSchema),
    location_id: Type.String(),
    outbound_callerid: nullable(
      Type.Object({ name: Type.String(), number: Type.String(), value: Type.String() }, strict),
    ),
    pbx: Type.String({ description: 'The uuid of its instance.' }),
    phone: Type.Array(PhoneSchema),
    purpose: Type.String(),
    'qr-config': nullable(QrConfigSchema),
    reserved: nullable(Type.Object({ config_id: Type.String(), to: Type.String() }, strict)),
    subscriber: Type.Object(
      { call_status: Type.String(), extension_id: Type.String(), state: Type.String() },
      strict,
    ),
    user: nullable(ContactSchema),
  },
  strict,
)

export type ExtensionView = Static<typeof ExtensionSchema>

export interface ExtensionSurroundings {
  companyPublicId: string
  /** host:port of the SIP server */
  sipProxy: string
  instance: Instance
  location: Location | undefined
  user: ContactView | undefined
  /** undefined: the viewer may not see them */
  secrets: ExtensionSecrets | undefined
}

export function extensionView(extension: Extension, around: ExtensionSurroundings): ExtensionView {
  const { number, name } = extension
  const { secrets, location, instance, companyPublicId } = around
  const data = {
    ...completeData(number, name, extension.data),
    description: extension.description,
    ...secrets,
  }
  return {
    _id: extension.id,
    data: uncheckedCast<ExtensionData>(data),
    extensions: [],
    location: location ? locationView(location, companyPublicId) : null,
    location_id: extension.location_id,
    outbound_callerid: shownCallerId(extension.data, location?.profile.callerid),
    pbx: extension.instance_uuid,
    phone: [
      {
        _id: extension.id,
        company: companyPublicId,
        data: {
          reg: [
            {
              displayname: name,
              label: String(number),
              ...(secrets && { password: secrets.secret }),
              server: [{ address: instance.domain }],
              userid: number,
            },
          ],
        },
      },
    ],
    purpose: extension.purpose,
    'qr-config': secrets ? qrConfig(extension, around, secrets) : null,
    reserved: extension.reserved,
    subscriber: {
      call_status: extension.call_status,
      extension_id: extension.id,
      state: extension.state,
    },
    user: around.user ?? null,
  }
}

function qrConfig(
  { number, name }: Extension,
  { instance, sipProxy }: ExtensionSurroundings,
  { secret: password }: ExtensionSecrets,
): Static<typeof QrConfigSchema> {
  return {
    displayname: name,
    outbound_server: sipProxy,
    password,
    server: instance.domain,
    user: String(number),
  }
}
