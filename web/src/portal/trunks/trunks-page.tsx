import type { Did, NewDid } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { editAndDelete } from '../../resource/edit-and-delete.tsx'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { CallDiagram } from '../numbers/call-diagram.tsx'
import { numberName, useDids, useKnownNumbers } from '../numbers/known-numbers.ts'
import { numberField } from '../numbers/number-picker.tsx'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { OutboundRouteList } from './outbound-route-list.tsx'
import { TrunkList } from './trunk-list.tsx'
import { EmergencyNotice } from './use-trunks.tsx'

/** How the company calls outside and is called: trunks, numbers and emergency calls. */
export function TrunksPage(_: { path: readonly string[] }) {
  return (
    <SectionPage title={p.trunks.title} intro={p.trunks.intro}>
      <NoSipNotice />
      <EmergencyNotice />
      <TrunkList />
      <DidList />
      <OutboundRouteList />
    </SectionPage>
  )
}

/** The internal number that calls go to, with the name of what is there. */
function Destination({ pbx, number }: { pbx: string; number: string }) {
  return numberName(useKnownNumbers(pbx, [number]), number)
}

/** The numbers that can be called from outside, and where their calls go. */
function DidList() {
  const { client } = usePortal()
  const locations = useQuery({
    queryKey: portalKeys.locations,
    queryFn: ({ signal }) => client.call('GET /company/locations', {}, undefined, { signal }),
  })
  const firstLocation = locations.data?.[0]?.pbx_id ?? ''
  const resource: Resource<Did, DidInput> = {
    title: p.trunks.numbers,
    query: useDids(),
    idOf: ({ id }) => id,
    nameOf: ({ number }) => showNumber(number),
    empty: { title: p.trunks.noNumbers, hint: p.trunks.noNumbersHint },
    columns: [
      { heading: p.trunks.number, cell: ({ number }) => showNumber(number) },
      { heading: p.trunks.numberName, cell: ({ name }) => name },
      {
        heading: p.trunks.destination,
        labelled: true,
        cell: ({ destination: { kind, number, pbx } }) =>
          kind === 'fax' ? p.trunks.toFax : <Destination pbx={pbx ?? ''} number={number ?? ''} />,
      },
    ],
    actions: ({ number }, open) => editAndDelete(showNumber(number), open),
    create: { label: p.trunks.addNumber, icon: <Plus />, look: 'plain' },
    form: {
      title: (did) => (did ? p.trunks.editTitle(did.number) : p.trunks.addNumber),
      size: 'small',
      fields: (draft) => [
        { at: '/number', label: p.trunks.number, type: 'tel', required: true },
        { at: '/name', label: p.trunks.numberName },
        {
          kind: 'select',
          at: '/destination/kind',
          label: p.trunks.destination,
          options: [
            { value: 'internal', text: p.trunks.toInternal },
            { value: 'fax', text: p.trunks.toFax },
          ],
        },
        ...(draft.value('/destination/kind') === 'fax'
          ? []
          : [
              {
                kind: 'select' as const,
                at: '/destination/pbx' as const,
                label: p.trunks.location,
                options: (locations.data ?? []).map(({ pbx_id: pbx, name }) => ({ value: pbx, text: name })),
              },
              numberField('/destination/number', {
                instanceUuid: draft.value('/destination/pbx'),
                label: p.trunks.internalNumber,
              }),
              {
                kind: 'other' as const,
                key: 'diagram',
                render: () => (
                  <CallDiagram
                    instanceUuid={draft.value('/destination/pbx')}
                    number={draft.value('/destination/number')}
                    from={[draft.value('/number')]}
                  />
                ),
              },
            ]),
      ],
      create: {
        fresh: { number: '', destination: { kind: 'internal', pbx: firstLocation, number: '' } },
        save: (did) => client.call('POST /dids', {}, { ...did, destination: destinationOf(did) }),
      },
      change: {
        storedOf: ({ number, name, destination }) => ({
          number,
          name,
          destination: { ...destination, pbx: destination.pbx ?? firstLocation },
        }),
        save: ({ id }, patch, did) =>
          client.call('PATCH /dids/{did_id}', { did_id: id }, { ...patch, destination: destinationOf(did) }),
      },
    },
    remove: {
      title: ({ number }) => p.trunks.deleteTitle(showNumber(number)),
      text: () => p.trunks.deleteNumberText,
      run: ({ id }) => client.call('DELETE /dids/{did_id}', { did_id: id }),
    },
  }
  return <ResourceList resource={resource} frame={Card} />
}

/** The form keeps the extension while the fax is chosen. */
type DidInput = Omit<NewDid, 'destination'> & {
  destination: { kind: 'internal' | 'fax'; pbx: string; number: string }
}

const destinationOf = ({ destination: { kind, pbx, number } }: DidInput): NewDid['destination'] =>
  kind === 'fax' ? { kind } : { kind, pbx, number }
