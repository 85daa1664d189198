import type { StatusLayers, UserStatus } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { useInOrder } from '../../ui/use-in-order.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal, usePortalEvents } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './status.module.css'

const looks: Record<Status, 'success' | 'warning' | 'danger' | 'accent'> = {
  available: 'success',
  away: 'warning',
  do_not_disturb: 'danger',
  on_a_call: 'danger',
  in_a_meeting: 'accent',
  lunch: 'warning',
  holiday: 'accent',
  afk: 'warning',
}

/** The layers of the own status: the main one, and one above it. Each choice is sent at once. */
export function OwnStatus() {
  const { loaded, layers, error, change } = useOwnStatus()
  return (
    <Card title={p.status.own} actions={layers && <StatusBadge status={effectiveOf(layers)} />}>
      {loaded.error !== null && <ErrorState error={loaded.error} onRetry={loaded.refetch} />}
      {loaded.isFetching && !layers && <LoadingState />}
      {layers && <Layers layers={layers} onChange={change} />}
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
    </Card>
  )
}

interface LayersProps {
  layers: StatusLayers
  onChange: (change: StatusChange) => Promise<void>
}

function Layers({ layers, onChange }: LayersProps) {
  const { main_status: main, additional_status: additional } = layers
  const byProgram = additional.action_type === 'automatic'
  return (
    <>
      <StatusChoice
        label={p.status.main}
        options={mainStatuses}
        value={main.status}
        onChoose={(status) => void onChange({ main_status: { status } })}
      />
      <StatusChoice
        label={p.status.additional}
        hint={p.status.additionalHint}
        options={additionalStatuses}
        value={byProgram ? undefined : additional.status}
        onChoose={(status) => void onChange({ additional_status: { status, action_type: 'manual' } })}
      />
      {byProgram && additional.status !== '' && (
        <ProgramStatus
          status={additional.status}
          onEnd={() => void onChange({ additional_status: { action: 'unset', action_type: 'automatic' } })}
        />
      )}
      {main.status === 'do_not_disturb' && additional.status !== '' && (
        <Notice>{p.status.notDisturbed}</Notice>
      )}
    </>
  )
}

interface ProgramStatusProps {
  status: Status
  onEnd: () => void
}

/** A status set by a phone or a program. It can be cleared here, unless a phone reports a call in progress. */
function ProgramStatus({ status, onEnd }: ProgramStatusProps) {
  return (
    <Notice>
      <div className={styles.program}>
        <span>{p.status.byProgram(p.status.names[status])}</span>
        <Button size="small" onClick={onEnd}>
          {p.status.endIt}
        </Button>
      </div>
    </Notice>
  )
}

interface StatusChoiceProps<Option extends MainStatus | AdditionalStatus> {
  label: string
  hint?: string
  options: readonly Option[]
  /** undefined: none of them is shown as chosen */
  value: Option | undefined
  onChoose: (option: Option) => void
}

/** One of a few, as radio buttons that look like a row of buttons. */
function StatusChoice<Option extends MainStatus | AdditionalStatus>({
  label,
  hint,
  options,
  value,
  onChoose,
}: StatusChoiceProps<Option>) {
  const name = useId()
  const names: Record<string, string> = { ...p.status.names, '': p.status.nothing }
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
            {names[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type StatusChange = NonNullable<TelephonyBody<'PATCH /status/v2/current-user'>>

/** The user's own status, updated optimistically with the last choice. */
function useOwnStatus() {
  const { client } = usePortal()
  const loaded = useQuery({
    queryKey: portalKeys.statuses.own,
    queryFn: ({ signal }) => client.call('GET /status/v2/current-user', {}, undefined, { signal }),
  })
  const [layers, setLayers] = useState<StatusLayers>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (loaded.data) setLayers(loaded.data)
  }, [loaded.data])
  // The arrow keys change the status several times in a row.
  const inOrder = useInOrder()
  async function change(wanted: StatusChange) {
    setError(undefined)
    setLayers((before) => before && expected(before, wanted))
    const { answer, isLast } = inOrder(() => client.call('PATCH /status/v2/current-user', {}, wanted))
    try {
      const stored = await answer
      if (isLast()) setLayers(stored)
    } catch (failure) {
      setError(failure)
      const { data } = await loaded.refetch()
      if (data && isLast()) setLayers(data)
    }
  }
  return { loaded, layers, error, change }
}

/** The user's choice is shown at once. A status that a program has set is left to the server. */
function expected(before: StatusLayers, { main_status: main, additional_status: additional }: StatusChange) {
  return {
    main_status: main ? { ...before.main_status, status: main.status } : before.main_status,
    additional_status:
      additional?.status !== undefined && before.additional_status.action_type !== 'automatic'
        ? { status: additional.status, action_type: 'manual' as const }
        : before.additional_status,
  }
}

/** The event has what others see, and not the layers below. */
export type ShownStatus = Pick<UserStatus, 'user_id' | 'user_email' | 'status' | 'updated_at'>

/** The status of users as it is now: events are newer than the list. */
export function useLiveStatus(): (listed: ShownStatus) => ShownStatus {
  const [heard, setHeard] = useState<ReadonlyMap<string, ShownStatus>>(new Map())
  usePortalEvents(({ name, payload }) => {
    if (name !== 'user_status_updated') return
    const status = payload as ShownStatus
    setHeard((before) => new Map(before).set(status.user_id, status))
  })
  return (listed) => {
    const event = heard.get(listed.user_id)
    // An event may come before the response that already has it.
    return event && event.updated_at >= listed.updated_at ? event : listed
  }
}

/** The busy lamp of a person: its colour, and the same in words. */
export function BusyLamp({ status: { status, action_type: type } }: { status: UserStatus['status'] }) {
  return (
    <span aria-live="polite">
      <StatusBadge status={status} />
      {type === 'automatic' && <span className={styles.automatic}>{p.status.automatic}</span>}
    </span>
  )
}

function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge look={looks[status]}>
      <span className={styles.lamp} aria-hidden="true" />
      {p.status.names[status]}
    </Badge>
  )
}

type Status = UserStatus['status']['status']
type MainStatus = StatusLayers['main_status']['status']
type AdditionalStatus = StatusLayers['additional_status']['status']

const mainStatuses: readonly MainStatus[] = ['available', 'away', 'do_not_disturb']

/** The empty one means: nothing besides the main status. */
const additionalStatuses: readonly AdditionalStatus[] = [
  '',
  'in_a_meeting',
  'on_a_call',
  'lunch',
  'holiday',
  'afk',
]

/** The status that others see: "do not disturb" wins over everything. */
function effectiveOf({ main_status: main, additional_status: additional }: StatusLayers): Status {
  return main.status === 'do_not_disturb' || additional.status === '' ? main.status : additional.status
}
