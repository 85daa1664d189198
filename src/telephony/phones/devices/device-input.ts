import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../../nullable.ts'
import { type Fault, invalid } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { callRoutesTable } from '../call-routes/call-route.ts'
import { slotsOf } from '../call-routes/parking-lots.ts'
import { ExtensionNumber } from '../extension-data/extension-data-schema.ts'
import { type Extension, extensionsTable } from '../extensions/extension.ts'
import { VendorSchema } from './device-view.ts'
import type { DevicesTable, Vendor } from './devices-table.ts'
import { languages } from './provisioning/phone-language.ts'

const unchanged = () => Type.Optional(Type.Unknown())
const line = (maxLength: number) => Type.String({ format: 'line', maxLength })

/** What the phones of all vendors can register. */
const MAX_LINES = 4
const MAX_LAMPS = 60

const label = Type.String({
  format: 'line',
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  title: 'more than blanks',
})
const extensions = Type.Array(ExtensionNumber, { minItems: 1, maxItems: MAX_LINES })
const mac = Type.Optional(
  nullable(
    Type.String({
      pattern: '^([0-9A-Fa-f]{2}[:.-]?){5}[0-9A-Fa-f]{2}$',
      title: 'a MAC address such as 00:15:65:aa:bb:cc',
      description: 'Desk phones need it. Apps have none.',
    }),
  ),
)
const settings = {
  model: Type.Optional(line(50)),
  mac,
  lamps: Type.Optional(Type.Array(ExtensionNumber, { maxItems: MAX_LAMPS })),
  time_zone: Type.Optional(nullable(Type.String({ minLength: 1, format: 'timezone' }))),
  language: Type.Optional(nullable(Type.Union(languages.map((one) => Type.Literal(one))))),
}

export const NewDevice = Type.Object(
  { vendor: VendorSchema, label, extensions, ...settings },
  { additionalProperties: false },
)
export const DevicePatch = Type.Object(
  {
    vendor: Type.Optional(VendorSchema),
    label: Type.Optional(label),
    extensions: Type.Optional(extensions),
    ...settings,
    id: unchanged(),
    company: unchanged(),
    pbx: unchanged(),
    can_fetch: unchanged(),
    fetched_at: unchanged(),
    user_agent: unchanged(),
    registered_at: unchanged(),
    registered_address: unchanged(),
    created_at: unchanged(),
    updated_at: unchanged(),
  },
  { additionalProperties: false },
)
export type DeviceInput = Static<typeof DevicePatch>

export const deviceIdentity = ['id', 'company', 'pbx']

const isApp = (vendor: Vendor) => vendor === 'linphone' || vendor === 'groundwire'

type Settings = Pick<
  DevicesTable,
  'vendor' | 'model' | 'mac' | 'label' | 'lamps' | 'time_zone' | 'language' | 'search_text'
>

/** Fields of the input replace the stored ones. Then the device is checked as a whole. */
export async function mergeDevice<
  Base extends Partial<Settings> & { instance_uuid: string; company_id: number },
>(
  db: TelephonyDb,
  base: Base,
  input: DeviceInput,
): Promise<{ device: Base & Settings; wanted: Extension[] | undefined }> {
  const faults: Fault[] = []
  const find = async (numbers: readonly number[], pointer: string, others = new Set<number>()) => {
    const found = await extensionsTable.list(db, {
      company_id: base.company_id,
      instance_uuid: base.instance_uuid,
      number: [...numbers],
    })
    const byNumber = new Map(found.map((one) => [one.number, one]))
    return numbers.flatMap((number, index) => {
      const extension = byNumber.get(number)
      const detail =
        !extension && !others.has(number)
          ? `there is no extension ${number} in this instance`
          : numbers.indexOf(number) < index
            ? `${number} is already listed`
            : undefined
      if (detail) faults.push({ pointer: `${pointer}/${index}`, detail })
      return extension ? [extension] : []
    })
  }
  const vendor = input.vendor ?? base.vendor ?? 'yealink'
  const given = input.mac === undefined ? (base.mac ?? null) : input.mac
  const device = {
    ...base,
    vendor,
    model: input.model?.trim() ?? base.model ?? '',
    mac: given?.replace(/[^0-9a-f]/gi, '').toLowerCase() ?? null,
    label: input.label?.trim() ?? base.label ?? '',
    lamps: input.lamps ? JSON.stringify(input.lamps) : (base.lamps ?? '[]'),
    time_zone: input.time_zone === undefined ? (base.time_zone ?? null) : input.time_zone,
    language: input.language === undefined ? (base.language ?? null) : input.language,
    search_text: '',
  }
  if (!isApp(vendor) && device.mac === null)
    faults.push({ pointer: '/mac', detail: 'must be given for a desk phone' })
  if (isApp(vendor) && device.mac !== null)
    faults.push({ pointer: '/mac', detail: 'belongs to desk phones only' })
  const wanted = input.extensions && (await find(input.extensions, '/extensions'))
  if (input.lamps) {
    const match = { company_id: base.company_id, instance_uuid: base.instance_uuid, kind: 'parking' }
    const slots = (await callRoutesTable.list(db, match)).flatMap(({ settings }) => slotsOf(settings))
    await find(input.lamps, '/lamps', new Set(slots))
  }
  if (faults.length > 0) throw invalid(faults)
  return { device, wanted }
}

/** The label comes first, since lists are sorted by it. */
export const searchText = ({ label, vendor, model, mac }: Settings, numbers: readonly number[]) =>
  [label, vendor, model, mac, mac?.replace(/..(?=.)/g, '$&:'), ...numbers].join('\n').toLowerCase()
