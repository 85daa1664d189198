import type { Device, NewDevice } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Plus, QrCode as QrIcon } from 'lucide-react'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { editAndDelete } from '../../resource/edit-and-delete.tsx'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import type { FormDraft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { SelectField } from '../../ui/field.tsx'
import { RowButton } from '../../ui/table.tsx'
import { useParkingLots } from '../numbers/known-numbers.ts'
import { DraftMembers } from '../numbers/number-picker.tsx'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { DeviceSetup } from './device-setup.tsx'

/** In forms, numbers are texts. */
type DeviceDraft = Omit<NewDevice, 'extensions' | 'lamps'> & { extensions: string[]; lamps: string[] }

const vendors = ['yealink', 'snom', 'grandstream', 'polycom', 'linphone', 'groundwire'] as const
const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'tr'] as const

/** /portal/devices, and behind it the instance. */
export function DevicesPage({ path: [uuid] }: { path: readonly string[] }) {
  const { client } = usePortal()
  const instances = useQuery({
    queryKey: portalKeys.instances.list,
    queryFn: ({ signal }) => client.call('GET /instances', {}, undefined, { signal }),
  })
  const all = instances.data ?? []
  const instance = all.find((one) => one.uuid === uuid) ?? all[0]
  if (!instance) return null
  const choice = all.length > 1 && (
    <SelectField
      label={p.devices.instance}
      value={instance.uuid}
      onChange={(event) => openPortalPath('devices', event.target.value)}
    >
      {all.map((one) => (
        <option key={one.uuid} value={one.uuid}>
          {one.hostname || one.internal_domain}
        </option>
      ))}
    </SelectField>
  )
  return <DeviceList key={instance.uuid} instanceUuid={instance.uuid} above={choice} />
}

function DeviceList({ instanceUuid, above }: { instanceUuid: string; above: React.ReactNode }) {
  const { client, mayManage } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const resource: Resource<Device, DeviceDraft> = {
    title: p.devices.title,
    intro: p.devices.intro,
    above: (
      <>
        <NoSipNotice />
        {above}
      </>
    ),
    pages: {
      key: portalKeys.devices.page(instanceUuid),
      load: ({ page, values, signal }) =>
        client.page(
          'GET /instances/{instance_uuid}/devices',
          { ...at, page, page_size: 50, ...(values.search && { search: values.search }) },
          { signal },
        ),
    },
    idOf: ({ id }) => id,
    nameOf: ({ label }) => label,
    filters: [{ kind: 'search', name: 'search', label: p.devices.search, maxLength: 200 }],
    empty: { title: p.devices.none, hint: p.devices.noneHint },
    columns: [
      {
        heading: p.devices.label,
        cell: ({ label }, open) => <RowButton onClick={() => open('setup')}>{label}</RowButton>,
      },
      {
        heading: p.devices.model,
        cell: ({ vendor, model }) => `${p.devices.vendors[vendor]} ${model}`,
      },
      { heading: p.devices.mac, cell: ({ mac }) => mac ?? '' },
      { heading: p.devices.extensions, labelled: true, cell: ({ extensions }) => extensions.join(', ') },
      {
        heading: p.devices.seen,
        labelled: true,
        cell: ({ fetched_at: at }) => (at ? <DateTime at={at} /> : t.ui.never),
      },
      {
        heading: p.devices.registered,
        labelled: true,
        cell: ({ registered_at: at, registered_address: from }) =>
          at ? (
            <>
              <DateTime at={at} /> {from}
            </>
          ) : (
            t.ui.never
          ),
      },
    ],
    actions: ({ label }, open) => [
      [{ label: `${p.devices.setUp}: ${label}`, icon: <QrIcon />, onChoose: () => open('setup') }],
      ...(mayManage ? editAndDelete(label, open) : []),
    ],
    create: mayManage && { label: p.devices.create, icon: <Plus /> },
    form: {
      title: (device) => (device ? p.devices.editTitle(device.label) : p.devices.create),
      fields: (draft) => deviceFields(instanceUuid, isApp(draft.value('/vendor'))),
      create: {
        fresh: { vendor: 'yealink', label: '', extensions: [], lamps: [] },
        save: (device) => client.call('POST /instances/{instance_uuid}/devices', at, inputOf(device)),
        next: 'setup',
      },
      change: {
        storedOf: ({ vendor, label, model, mac, extensions, lamps, time_zone, language }) => ({
          ...{ vendor, label, model, mac, time_zone },
          language: language as (typeof languages)[number] | null,
          extensions: extensions.map(String),
          lamps: lamps.map(String),
        }),
        save: ({ id }, _patch, device) =>
          client.call(
            'PATCH /instances/{instance_uuid}/devices/{device_id}',
            { ...at, device_id: id },
            inputOf(device),
          ),
      },
    },
    remove: {
      title: ({ label }) => p.devices.deleteTitle(label),
      text: () => p.devices.deleteText,
      run: ({ id }) =>
        client.call('DELETE /instances/{instance_uuid}/devices/{device_id}', { ...at, device_id: id }),
      done: ({ label }) => p.devices.deleted(label),
    },
    dialogs: { setup: (props) => <DeviceSetup instanceUuid={instanceUuid} {...props} /> },
  }
  return <ResourceList resource={resource} />
}

const isApp = (vendor: string) => vendor === 'linphone' || vendor === 'groundwire'

const inputOf = (draft: DeviceDraft): NewDevice => ({
  ...draft,
  mac: isApp(draft.vendor) ? null : (draft.mac ?? null),
  time_zone: draft.time_zone || null,
  extensions: draft.extensions.map(Number),
  lamps: draft.lamps.map(Number),
})

function deviceFields(instanceUuid: string, app: boolean): FieldSpec<DeviceDraft>[] {
  const { devices } = p
  return [
    { at: '/label', label: devices.label, required: true },
    {
      kind: 'row',
      fields: [
        {
          kind: 'select',
          at: '/vendor',
          label: devices.vendor,
          options: vendors.map((value) => ({ value, text: devices.vendors[value] })),
        },
        { at: '/model', label: devices.model },
      ],
    },
    ...(app ? [] : [{ at: '/mac' as const, label: devices.mac, hint: devices.macHint, required: true }]),
    members(instanceUuid, '/extensions', devices.extensions, devices.extensionsHint),
    {
      kind: 'other',
      key: '/lamps',
      render: (draft) => <Lamps {...{ instanceUuid, draft }} />,
    },
    {
      kind: 'row',
      fields: [
        { at: '/time_zone', label: devices.timeZone, hint: devices.byCountry },
        {
          kind: 'select',
          at: '/language',
          label: devices.language,
          options: [
            { value: null, text: devices.byCountry },
            ...languages.map((value) => ({ value, text: languageName(value) })),
          ],
        },
      ],
    },
  ]
}

/** Colleagues, and slots of parking lots. */
function Lamps({ instanceUuid, draft }: { instanceUuid: string; draft: FormDraft }) {
  const lots = useParkingLots(instanceUuid).data ?? []
  const numbers = lots.flatMap(({ first_slot: first, last_slot: last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => String(first + index)),
  )
  const { devices, routing } = p
  const detail = routing.parking.title
  const more = numbers.map((number) => ({ key: number, number, name: number, label: number, detail }))
  return (
    <DraftMembers
      {...{ instanceUuid, draft, more }}
      at="/lamps"
      label={devices.lamps}
      hint={devices.lampsHint}
    />
  )
}

const members = (instanceUuid: string, at: string, label: string, hint: string): FieldSpec<DeviceDraft> => ({
  kind: 'other',
  key: at,
  render: (draft) => <DraftMembers {...{ instanceUuid, draft, at, label, hint }} />,
})

const languageName = (language: string) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
