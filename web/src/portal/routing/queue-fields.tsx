import type { NewQueue } from '@switchboard/client/telephony'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { p } from '../../texts/portal-texts.ts'
import { diagramField } from '../numbers/call-diagram.tsx'
import { DraftMembers, numberField } from '../numbers/number-picker.tsx'

const strategies = ['longest_idle', 'fewest_calls', 'round_robin', 'in_order', 'ringall'] as const

export const freshQueue = (): Omit<NewQueue, 'number' | 'name'> => ({
  members: [],
  strategy: 'longest_idle',
  ring_time: 20,
  wrap_up_time: 0,
  max_wait: 600,
  max_waiting: 0,
  leave_when_empty: true,
  announce_interval: 60,
  callback: false,
  service_level: 20,
})

export function queueFields(instanceUuid: string): FieldSpec<NewQueue>[] {
  const { queues: texts, groups } = p.routing
  const seconds = (at: '/ring_time' | '/wrap_up_time' | '/max_wait' | '/announce_interval', label: string) =>
    ({ kind: 'number', at, label, unit: groups.seconds }) as const
  return [
    {
      kind: 'other',
      key: 'members',
      render: (draft) => (
        <DraftMembers
          {...{ instanceUuid, draft }}
          at="/members"
          label={texts.agents}
          hint={texts.agentsHint}
        />
      ),
    },
    {
      kind: 'row',
      fields: [
        {
          kind: 'select',
          at: '/strategy',
          label: texts.strategy,
          options: strategies.map((value) => ({ value, text: texts.strategies[value] })),
        },
        seconds('/ring_time', groups.ringTime),
        seconds('/wrap_up_time', texts.wrapUp),
        seconds('/announce_interval', texts.announce),
      ],
    },
    {
      kind: 'row',
      fields: [
        seconds('/max_wait', texts.maxWait),
        {
          kind: 'number',
          at: '/max_waiting',
          label: texts.maxWaiting,
          hint: texts.zero,
          unit: texts.callers,
        },
        numberField('/destination', { instanceUuid, label: texts.destination, none: p.numbers.ends }),
        numberField('/schedule', {
          instanceUuid,
          label: texts.schedule,
          hint: texts.scheduleHint,
          none: texts.noSchedule,
        }),
      ],
    },
    { kind: 'switch', at: '/leave_when_empty', label: texts.leaveWhenEmpty },
    { kind: 'switch', at: '/callback', label: texts.callback },
    { at: '/prefix', label: groups.prefix },
    diagramField(instanceUuid, (draft) => ({
      kind: 'queue',
      number: draft.value('/number'),
      name: draft.value('/name'),
      members: draft.value('/members') ?? [],
      destination: draft.value('/destination') ?? '',
    })),
  ]
}
