import type { Call } from '@switchboard/client/telephony'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PhoneCall, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TelephonyInput } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { clockTime } from '../../ui/clock-time.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { Table } from '../../ui/table.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { SoundPlayer } from '../sounds/sound-player.tsx'
import styles from './calls.module.css'

const emptyFilter: CallFilter = { number: '', result: '', from: '', to: '' }

const looks: Partial<Record<Call['result'], 'accent' | 'success' | 'danger'>> = {
  in_progress: 'accent',
  answered: 'success',
  failed: 'danger',
}

const PER_PAGE = 25

/** The call history: the company's for owners, their own for others. */
export function CallsPage() {
  const { client } = usePortal()
  const [filter, setFilter] = useState<CallFilter>(emptyFilter)
  const [page, setPage] = useState(1)
  const wanted = useDelayed(filter)
  const calls = useQuery({
    queryKey: portalKeys.calls.page(page, wanted),
    queryFn: ({ signal }) =>
      client.page('GET /cdrs', { ...queryOf(wanted), page, page_size: PER_PAGE }, { signal }),
  })
  function change(next: CallFilter) {
    setFilter(next)
    setPage(1)
  }
  return (
    <SectionPage title={p.shell.sections.calls} intro={p.calls.intro}>
      <CallFilterForm filter={filter} onChange={change} />
      {calls.error !== null && <ErrorState error={calls.error} onRetry={calls.refetch} />}
      {calls.isFetching && !calls.data && <LoadingState />}
      {calls.data?.items.length === 0 && (
        <EmptyState icon={<PhoneCall />} title={isEmpty(wanted) ? p.calls.none : p.calls.nothingFound}>
          {isEmpty(wanted) ? p.calls.noneHint : p.calls.nothingFoundHint}
        </EmptyState>
      )}
      {calls.data && calls.data.items.length > 0 && (
        <>
          <CallTable calls={calls.data.items} />
          <Pager page={calls.data.page} pages={calls.data.pages} onTurn={setPage} />
        </>
      )}
    </SectionPage>
  )
}

interface CallFilterFormProps {
  filter: CallFilter
  onChange: (filter: CallFilter) => void
}

function CallFilterForm({ filter, onChange }: CallFilterFormProps) {
  const set = (name: keyof CallFilter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value })
  return (
    <search className={styles.filters} aria-label={p.calls.filters}>
      <TextField
        label={p.calls.number}
        type="search"
        maxLength={50}
        value={filter.number}
        onChange={set('number')}
      />
      <SelectField label={p.calls.result} value={filter.result} onChange={set('result')}>
        <option value="">{p.calls.everyResult}</option>
        {Object.entries(p.calls.results).map(([result, label]) => (
          <option key={result} value={result}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField label={p.calls.since} type="date" value={filter.from} onChange={set('from')} />
      <TextField label={p.calls.until} type="date" value={filter.to} onChange={set('to')} />
      {!isEmpty(filter) && (
        <Button onClick={() => onChange(emptyFilter)} className={styles.clear}>
          {p.calls.clear}
        </Button>
      )}
    </search>
  )
}

function CallTable({ calls }: { calls: readonly Call[] }) {
  return (
    <Table
      label={p.shell.sections.calls}
      headings={[p.calls.from, p.calls.to, p.calls.time, p.calls.duration, p.calls.result, p.calls.recording]}
    >
      {calls.map((call) => (
        <tr key={call.id}>
          <td>
            <Party {...call.from} />
          </td>
          <td>
            <Called call={call} />
          </td>
          <td>
            <DateTime at={call.started_at} />
          </td>
          <td data-label={p.calls.duration}>{call.answered_at === null ? '–' : clockTime(call.duration)}</td>
          <td>
            <Badge look={looks[call.result] ?? 'plain'}>{p.calls.results[call.result]}</Badge>
          </td>
          <td data-wide>
            {call.recording && <CallRecording call={call} seconds={call.recording.duration} />}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Whom the caller dialled, and to whom the call was forwarded. */
function Called({ call: { to, called } }: { call: Call }) {
  const [first, ...others] = called
  if (!first) return <>{showNumber(to)}</>
  const last = others.at(-1)
  return (
    <>
      <Party {...first} />
      {last && <div className={styles.soft}>{p.calls.forwarded(last.name || showNumber(last.number))}</div>}
    </>
  )
}

const Party = ({ name, number }: { name: string; number: string }) => (
  <>
    {name || showNumber(number)} {name && <span className={styles.soft}>{showNumber(number)}</span>}
  </>
)

/** Plays the recording of a call, and deletes it. The server lists it only for people who may do both. */
function CallRecording({ call, seconds }: { call: Call; seconds: number }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const [deleting, setDeleting] = useState(false)
  const caller = call.from.name || showNumber(call.from.number)
  // Also after a failure: somebody else may have deleted it.
  const remove = () =>
    client
      .call('DELETE /cdrs/{call_id}/recording', { call_id: call.id })
      .finally(() => queries.invalidateQueries({ queryKey: portalKeys.calls.all }))
  return (
    <div className={styles.recording}>
      <SoundPlayer
        path={`/cdrs/${encodeURIComponent(call.id)}/recording`}
        seconds={seconds}
        play={p.calls.play(caller)}
        label={p.calls.player(caller)}
      />
      <IconButton label={p.calls.remove(caller)} onClick={() => setDeleting(true)}>
        <Trash2 />
      </IconButton>
      {deleting && (
        <ConfirmDialog
          title={p.calls.removeTitle}
          confirm={t.ui.delete}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          {p.calls.removeText(caller)}
        </ConfirmDialog>
      )}
    </div>
  )
}

interface CallFilter {
  number: string
  result: string
  /** days, as a calendar gives them */
  from: string
  to: string
}

const isEmpty = (filter: CallFilter) => Object.values(filter).every((value) => value === '')

/** Days are local, from midnight to midnight. */
function queryOf({ number, result, from, to }: CallFilter): TelephonyInput<'GET /cdrs'> {
  return {
    ...(number.trim() && { number: number.trim() }),
    ...(result && { result: result as NonNullable<TelephonyInput<'GET /cdrs'>['result']> }),
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  }
}
