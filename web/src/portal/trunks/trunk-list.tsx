import type { NewTrunk, Trunk } from '@switchboard/client/telephony'
import { Plus } from 'lucide-react'
import { isMissing } from '../../api/server-mode.ts'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { editAndDelete } from '../../resource/edit-and-delete.tsx'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { useTrunks } from './use-trunks.tsx'

const looks: Partial<Record<Trunk['state'], 'success' | 'danger'>> = {
  registered: 'success',
  reachable: 'success',
  rejected: 'danger',
  unregistered: 'danger',
  unreachable: 'danger',
}

export function TrunkList() {
  const { client, role } = usePortal()
  /** All calls go through trunks, so administrators see them and only the owner changes them. */
  const mayChange = role === 'owner'
  const resource: Resource<Trunk, NewTrunk> = {
    title: p.trunks.trunks,
    query: useTrunks(),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: { title: p.trunks.none, hint: p.trunks.noneHint },
    columns: [
      { heading: p.trunks.name, cell: ({ name }) => name },
      { heading: p.trunks.provider, cell: ({ host, port }) => `${host}:${port}` },
      {
        heading: p.trunks.state,
        cell: ({ state, problem }) =>
          state === 'unknown' && isMissing('sip') ? (
            <Badge look="danger">{p.locations.noSip}</Badge>
          ) : (
            <>
              <Badge look={looks[state] ?? 'plain'}>{p.trunks.states[state]}</Badge>
              {problem && <Badge look="danger">{p.trunks.problems[problem]}</Badge>}
            </>
          ),
      },
    ],
    actions: ({ name }, open) => (mayChange ? editAndDelete(name, open) : []),
    create: mayChange && { label: p.trunks.create, icon: <Plus />, look: 'plain' },
    form: {
      title: (trunk) => (trunk ? p.trunks.editTitle(trunk.name) : p.trunks.create),
      fields: (draft, trunk) => trunkFields(draft.value('/kind') === 'registration', trunk),
      create: {
        fresh: {
          kind: 'registration',
          transport: 'udp',
          media_encryption: 'no',
          enabled: true,
          order: 0,
          name: '',
          host: '',
        },
        save: (trunk) => client.call('POST /trunks', {}, trunk),
      },
      change: {
        storedOf: (trunk) => trunk,
        save: ({ id }, patch) => client.call('PATCH /trunks/{trunk_id}', { trunk_id: id }, patch),
      },
    },
    remove: {
      title: ({ name }) => p.trunks.deleteTitle(name),
      text: () => p.trunks.deleteText,
      run: ({ id }) => client.call('DELETE /trunks/{trunk_id}', { trunk_id: id }),
      done: ({ name }) => p.trunks.deleted(name),
    },
  }
  return <ResourceList resource={resource} frame={Card} />
}

function trunkFields(registers: boolean, trunk: Trunk | undefined): FieldSpec<NewTrunk>[] {
  const { kinds, passwordKept, passwordHint } = p.trunks
  const { maxCalls, maxMinutes, noLimit } = p.company.calling
  return [
    { at: '/name', label: p.trunks.name, required: true },
    {
      kind: 'select',
      at: '/kind',
      label: p.trunks.kind,
      hint: p.trunks.kindHint,
      options: [
        { value: 'registration', text: kinds.registration },
        { value: 'ip', text: kinds.ip },
      ],
    },
    {
      kind: 'row',
      fields: [
        { at: '/host', label: p.trunks.host, required: true },
        { kind: 'number', at: '/port', label: p.trunks.port },
        {
          kind: 'select',
          at: '/transport',
          label: p.trunks.transport,
          options: (['udp', 'tcp', 'tls'] as const).map((value) => ({ value, text: value.toUpperCase() })),
        },
        {
          kind: 'select',
          at: '/media_encryption',
          label: p.trunks.encryption,
          hint: p.trunks.encryptionHint,
          options: (['no', 'sdes', 'dtls'] as const).map((value) => ({
            value,
            text: p.trunks.encryptions[value],
          })),
        },
        { at: '/username', label: p.trunks.username },
        {
          at: '/password',
          label: p.trunks.password,
          hint: trunk?.has_password ? passwordKept : passwordHint,
        },
        ...(registers
          ? []
          : [
              {
                kind: 'list' as const,
                at: '/addresses' as const,
                label: p.trunks.addresses,
                hint: p.trunks.addressesHint,
              },
            ]),
        { at: '/callerid', label: p.trunks.callerId, hint: p.trunks.callerIdHint },
        { at: '/from_user', label: p.trunks.fromUser, hint: p.trunks.fromUserHint },
        { at: '/codecs', label: p.trunks.codecs, hint: p.trunks.codecsHint },
        { kind: 'number', at: '/order', label: p.trunks.order, hint: p.trunks.orderHint },
        { kind: 'number', at: '/max_calls', label: maxCalls, hint: noLimit },
        { kind: 'number', at: '/max_minutes', label: maxMinutes, hint: noLimit },
      ],
    },
    { kind: 'switch', at: '/enabled', label: p.trunks.enabled },
  ]
}
