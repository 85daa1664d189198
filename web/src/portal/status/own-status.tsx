import type { Contact, StatusLayers, UserStatus } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { RowLink } from '../../ui/table.tsx'
import { useInOrder } from '../../ui/use-in-order.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal, usePortalEvents } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import { userName } from '../users/known-users.ts'
import styles from './status-page.module.css'

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

const PER_PAGE = 50

/** The user's own status, and the statuses of the others. */
export function StatusPage(_: { path: readonly string[] }) {
  return (
    <SectionPage title={p.status.title} intro={p.status.intro}>
      <OwnStatus />
      <UserStatuses />
    </SectionPage>
  )
}

/** The layers of the own status: the main one, and one above it. Each choice is sent at once. */
function OwnStatus() {
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
type Heard = Pick<UserStatus, 'user_id' | 'user_email' | 'status' | 'updated_at'>

/** Everybody of the company, as it is now. */
function UserStatuses() {
  const { client } = usePortal()
  const [heard, setHeard] = useState<ReadonlyMap<string, Heard>>(new Map())
  usePortalEvents(({ name, payload }) => {
    if (name !== 'user_status_updated') return
    const status = payload as Heard
    setHeard((before) => new Map(before).set(status.user_id, status))
  })
  const now = (status: Heard) => newer(status, heard.get(status.user_id))
  const nameOf = (contact: Contact | undefined) => contact && userName(contact)
  const resource: Resource<Heard & { name: string; hasEntered: boolean }> = {
    title: p.status.everybody,
    pages: {
      key: portalKeys.statuses.pages,
      async load({ page, signal }) {
        // Both lists are in the same order, so that the same page has the same people.
        const [statuses, contacts] = await Promise.all([
          client.page('GET /statuses/v2/users', { page, page_size: PER_PAGE }, { signal }),
          client.call('GET /system/company/contacts', { page, items_per_page: PER_PAGE }, undefined, {
            signal,
          }),
        ])
        const known = new Map((contacts ?? []).map((contact) => [contact.id, contact]))
        const named = (status: Heard) => ({
          ...status,
          name: nameOf(known.get(status.user_id)) ?? status.user_email,
          hasEntered: known.get(status.user_id)?.last_enter !== null,
        })
        return { ...statuses, items: statuses.items.map(named) }
      },
    },
    idOf: ({ user_id: id }) => id,
    nameOf: ({ name }) => name,
    empty: { icon: <Users />, title: p.status.nobody },
    columns: [
      {
        heading: p.status.who,
        cell: ({ name, user_id: id }) => (
          <span className={styles.person}>
            <Avatar name={name} />
            <RowLink {...linkTo('users', id)}>{name}</RowLink>
          </span>
        ),
      },
      {
        heading: p.status.status,
        cell: (row) => {
          const { status, action_type: type } = now(row).status
          if (!row.hasEntered && status === 'away') return <Badge>{p.status.neverEntered}</Badge>
          return (
            <span aria-live="polite">
              <StatusBadge status={status} />
              {type === 'automatic' && <span className={styles.automatic}>{p.status.automatic}</span>}
            </span>
          )
        },
      },
      { heading: p.status.since, cell: (row) => <DateTime at={now(row).updated_at} /> },
    ],
  }
  return <ResourceList resource={resource} frame={Card} />
}

/** An event may come before the answer that already has it. */
const newer = (status: Heard, event: Heard | undefined) =>
  event && event.updated_at >= status.updated_at ? event : status

function StatusBadge({ status }: { status: Status }) {
  return <Badge look={looks[status]}>{p.status.names[status]}</Badge>
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
