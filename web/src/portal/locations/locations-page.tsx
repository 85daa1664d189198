import type { Location, NewLocation } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { MapPin, MapPinPlus } from 'lucide-react'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { editAndDelete } from '../../resource/edit-and-delete.tsx'
import type { OpenDialog, Resource } from '../../resource/resource.ts'
import { ResourceList, RowActions } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/section-page.tsx'
import { addressFields, addressLine } from '../forms/address-fields.ts'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import styles from './locations.module.css'

/** The locations of the company. Each has a PBX instance of its own. */
export function LocationsPage(_: { path: readonly string[] }) {
  const { client, mayManage } = usePortal()
  const resource: Resource<Location, NewLocation> = {
    title: p.locations.title,
    intro: p.locations.intro,
    query: useQuery({
      queryKey: portalKeys.locations,
      queryFn: ({ signal }) => client.call('GET /company/locations', {}, undefined, { signal }),
    }),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: { icon: <MapPin />, title: p.locations.none, hint: p.locations.noneHint },
    view: (locations, { open }) =>
      locations.map((location) => (
        <LocationCard key={location.id} location={location} open={(dialog) => open(location, dialog)} />
      )),
    create: mayManage && { label: p.locations.create, icon: <MapPinPlus /> },
    form: {
      title: (location) => (location ? p.locations.editTitle(location.name) : p.locations.create),
      intro: (location) => !location && <p>{p.locations.createText}</p>,
      fields: locationFields(),
      create: {
        fresh: { name: '' },
        save: (location) => client.call('POST /company/locations', {}, location),
      },
      change: {
        storedOf: (location) => location,
        save: ({ id }, patch) =>
          client.call('PATCH /company/locations/{location_id}', { location_id: id }, patch),
      },
    },
    remove: {
      title: ({ name }) => p.locations.deleteTitle(name),
      text: () => p.locations.deleteText,
      run: ({ id }) => client.call('DELETE /company/locations/{location_id}', { location_id: id }),
      done: ({ name }) => p.locations.deleted(name),
    },
  }
  return <ResourceList resource={resource} />
}

const locationFields = (): FieldSpec<NewLocation>[] => [
  { at: '/name', label: p.locations.name, required: true },
  { kind: 'other', key: 'address', render: () => <h3>{p.locations.address}</h3> },
  { kind: 'row', fields: addressFields('') },
  {
    kind: 'row',
    fields: [
      { at: '/building/type', label: p.locations.buildingType, hint: p.locations.buildingHint },
      { at: '/building/value', label: p.locations.buildingValue },
      { kind: 'number', inputMode: 'decimal', at: '/latitude', label: p.locations.latitude },
      { kind: 'number', inputMode: 'decimal', at: '/longitude', label: p.locations.longitude },
    ],
  },
  { kind: 'other', key: 'reach', render: () => <h3>{p.locations.reach}</h3> },
  {
    kind: 'row',
    fields: [
      { at: '/phone', label: p.locations.phone, type: 'tel' },
      { at: '/fax', label: p.locations.fax, type: 'tel' },
      { at: '/email', label: p.locations.email, type: 'email' },
      { at: '/callerid', label: p.locations.callerId, hint: p.locations.callerIdHint },
    ],
  },
]

function LocationCard({ location, open }: { location: Location; open: OpenDialog }) {
  const { mayManage } = usePortal()
  const { name, email, phone, fax, callerid, building, latitude, longitude } = location
  const named: [label: string, value: string][] = [
    [p.locations.phone, phone],
    [p.locations.email, email],
    [p.locations.fax, fax],
    [p.locations.callerId, callerid],
    [p.locations.building, [building.type, building.value].filter(Boolean).join(' ')],
    [p.locations.position, latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`],
  ]
  const facts = named.filter(([, value]) => value !== '')
  return (
    <Card
      title={name}
      actions={
        <span className={styles.row}>
          <Badge look={location.e911_provisioned ? 'success' : 'plain'}>
            {location.e911_provisioned ? p.locations.e911 : p.locations.noE911}
          </Badge>
          {mayManage && <RowActions groups={editAndDelete(name, open)} />}
        </span>
      }
    >
      <p className={styles.address}>{addressLine(location) || p.locations.noAddress}</p>
      {facts.length > 0 && (
        <FactList>
          {facts.map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </FactList>
      )}
      <p className={styles.row}>
        <a {...linkTo('instances', location.pbx_id)}>{p.locations.toInstance}</a>
        <a {...linkTo('extensions', location.pbx_id)}>{p.locations.toExtensions}</a>
      </p>
    </Card>
  )
}
