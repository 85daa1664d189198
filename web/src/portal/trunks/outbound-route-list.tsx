import type { NewOutboundRoute, OutboundRoute, Trunk } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { editAndDelete } from '../../resource/edit-and-delete.tsx'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import type { Draft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Card, FieldGrid } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { useTrunks } from './use-trunks.tsx'

const classes = ['automatic', 'internal', 'national', 'international', 'nobody'] as const

const formats = ['e164', 'digits', 'national'] as const

const fresh: Required<NewOutboundRoute> = {
  name: '',
  order: 0,
  enabled: true,
  patterns: [],
  dial_prefix: '',
  pbx: null,
  trunks: [],
  number_format: 'e164',
  send_prefix: '',
  callerid: '',
  callerid_first: false,
  calling_class: 'automatic',
}

/** Which numbers outside go over which trunks, and who may call them. */
export function OutboundRouteList() {
  const { client } = usePortal()
  const texts = p.trunks.routes
  const trunks = useTrunks().data ?? []
  const locations = useQuery({
    queryKey: portalKeys.locations,
    queryFn: ({ signal }) => client.call('GET /company/locations', {}, undefined, { signal }),
  })
  const places = (locations.data ?? []).map(({ pbx_id: value, name: text }) => ({ value, text }))
  const query = useQuery({
    queryKey: portalKeys.trunks.routes,
    queryFn: ({ signal }) => client.call('GET /outbound-routes', {}, undefined, { signal }),
  })
  const resource: Resource<OutboundRoute, NewOutboundRoute> = {
    title: texts.title,
    above: <p>{texts.intro}</p>,
    query,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: { title: texts.none, hint: texts.noneHint },
    columns: [
      {
        heading: p.trunks.name,
        cell: ({ name, enabled }) => (
          <>
            {name} {!enabled && <Badge look="plain">{texts.off}</Badge>}
          </>
        ),
      },
      { heading: texts.patterns, labelled: true, cell: shownNumbers },
      {
        heading: p.trunks.trunks,
        labelled: true,
        cell: (route) => route.trunks.map((id) => nameOf(trunks, id)).join(', ') || texts.allTrunks,
      },
      { heading: texts.class, labelled: true, cell: (route) => texts.classes[route.calling_class] },
    ],
    actions: ({ name }, open) => editAndDelete(name, open),
    create: { label: texts.create, icon: <Plus />, look: 'plain' },
    form: {
      title: (route) => (route ? texts.editTitle(route.name) : texts.create),
      fields: fieldsOf(trunks, places),
      create: { fresh, save: (route) => client.call('POST /outbound-routes', {}, route) },
      change: {
        storedOf: (route) => route,
        save: ({ id }, patch) =>
          client.call('PATCH /outbound-routes/{outbound_route_id}', { outbound_route_id: id }, patch),
      },
    },
    remove: {
      title: ({ name }) => p.trunks.deleteTitle(name),
      text: () => texts.deleteText,
      run: ({ id }) => client.call('DELETE /outbound-routes/{outbound_route_id}', { outbound_route_id: id }),
      done: ({ name }) => p.trunks.deleted(name),
    },
  }
  return <ResourceList resource={resource} frame={Card} />
}

const shownNumbers = ({ patterns, dial_prefix: prefix }: OutboundRoute) =>
  `${prefix && `${prefix} `}${patterns.join(' ') || p.trunks.routes.everyNumber}`

const nameOf = (trunks: readonly Trunk[], wanted: string) =>
  trunks.find(({ id }) => id === wanted)?.name ?? p.trunks.routes.goneTrunk

function fieldsOf(
  trunks: readonly Trunk[],
  places: readonly { value: string; text: string }[],
): FieldSpec<NewOutboundRoute>[] {
  const texts = p.trunks.routes
  return [
    { at: '/name', label: p.trunks.name, required: true },
    { kind: 'list', at: '/patterns', label: texts.patterns, hint: texts.patternsHint },
    {
      kind: 'select',
      at: '/calling_class',
      label: texts.class,
      options: classes.map((value) => ({ value, text: texts.classes[value] })),
    },
    {
      kind: 'other',
      key: 'trunks',
      render: (draft) => <TrunkOrder draft={draft} trunks={trunks} />,
    },
    {
      kind: 'row',
      fields: [
        { at: '/callerid', label: texts.callerId, hint: texts.callerIdHint, maxLength: 100 },
        { kind: 'number', at: '/order', label: p.trunks.order, hint: texts.orderHint },
      ],
    },
    {
      kind: 'more',
      fields: [
        { kind: 'check', at: '/callerid_first', label: texts.callerIdFirst },
        {
          kind: 'row',
          fields: [
            { at: '/dial_prefix', label: texts.dialPrefix, hint: texts.dialPrefixHint, maxLength: 6 },
            {
              kind: 'select',
              at: '/pbx',
              label: texts.location,
              options: [{ value: null, text: texts.everywhere }, ...places],
            },
            {
              kind: 'select',
              at: '/number_format',
              label: texts.format,
              options: formats.map((value) => ({ value, text: texts.formats[value] })),
            },
            { at: '/send_prefix', label: texts.sendPrefix, hint: texts.sendPrefixHint, maxLength: 16 },
          ],
        },
      ],
    },
    { kind: 'switch', at: '/enabled', label: p.trunks.enabled },
  ]
}

/** A choice for each trunk of the route, and one more. */
function TrunkOrder({ draft, trunks }: { draft: Draft<NewOutboundRoute>; trunks: readonly Trunk[] }) {
  const texts = p.trunks.routes
  const chosen = (draft.read('/trunks') ?? []) as readonly string[]
  const choices = [...chosen, ...(chosen.length < trunks.length ? [''] : [])]
  const choose = (index: number, id: string) =>
    draft.write(
      '/trunks',
      choices.with(index, id).filter((one) => one !== ''),
    )
  return (
    <FieldGrid>
      {choices.map((current, index) => (
        <SelectField
          key={texts.trunkAt(index + 1)}
          label={texts.trunkAt(index + 1)}
          value={current}
          error={draft.faultAt(`/trunks/${index}`)}
          onChange={({ target }) => choose(index, target.value)}
        >
          <option value="">{chosen.length === 0 ? texts.allTrunks : texts.noTrunk}</option>
          {trunks.every(({ id }) => id !== current) && current !== '' && (
            <option value={current}>{texts.goneTrunk}</option>
          )}
          {trunks
            .filter(({ id }) => id === current || !chosen.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      ))}
    </FieldGrid>
  )
}
