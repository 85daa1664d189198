import type { Call } from '@switchboard/client/telephony'
import { Circle, CircleParking, Pause, PhoneCall, PhoneOff, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { isMissing } from '../../api/server-mode.ts'
import type { TelephonyInput } from '../../api/telephony-api.ts'
import type { FilterValues, Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { clockTime } from '../../ui/times.ts'
import { showToast } from '../../ui/toast.tsx'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { useReach } from '../shell/use-reach.tsx'
import { useMissedCalls } from '../shell/use-unread.ts'
import { SoundPlayer } from '../sounds/sound-player.tsx'
import { findTextNumbers } from '../users/known-users.ts'
import styles from './calls-page.module.css'
import { type OtherParty, otherParty } from './other-party.ts'

const looks: Partial<Record<Call['result'], 'accent' | 'success' | 'danger'>> = {
  in_progress: 'accent',
  answered: 'success',
  failed: 'danger',
}

const PER_PAGE = 25

interface ListedCall extends Call {
  other: OtherParty & { textNumber: string | undefined }
}

/** The call history: the company's for owners, their own for others. */
export function CallsPage() {
  const { client, role, user, isActing } = usePortal()
  const reach = useReach()
  const newestMissed = useMissedCalls().data?.items[0]
  useEffect(() => {
    // Somebody who acts as the user takes away no badge. The event counts again; if this fails, the badge stays.
    if (newestMissed && !isActing)
      void client.call('PUT /cdrs/seen', {}, { seen_until: newestMissed.started_at }).catch(() => {})
  }, [newestMissed, client, isActing])
  const resource: Resource<ListedCall> = {
    title: p.shell.sections.calls,
    intro: p.calls.intro,
    pages: {
      key: portalKeys.calls.pages,
      async load({ page, values, signal }) {
        const input = { ...queryOf(values, user.id), page, page_size: PER_PAGE }
        const found = await client.page('GET /cdrs', input, { signal })
        const others = found.items.map((call) => otherParty(call, user.id))
        const textNumber = await findTextNumbers(client, others, signal)
        const listed = (call: Call, index: number) => {
          const other = others[index]!
          return { ...call, other: { ...other, textNumber: textNumber(other) } }
        }
        return { ...found, items: found.items.map(listed) }
      },
    },
    idOf: ({ id }) => id,
    nameOf: callerOf,
    above: <NoSipNotice />,
    filterWords: { label: p.calls.filters, clear: p.calls.clear },
    filters: [
      { name: 'number', kind: 'search', label: p.calls.number, maxLength: 50 },
      {
        name: 'result',
        kind: 'select',
        label: p.calls.result,
        options: [
          { value: null, text: p.calls.everyResult },
          ...Object.entries(p.calls.results).map(([value, text]) => ({ value, text })),
        ],
      },
      {
        name: 'direction',
        kind: 'select',
        label: p.calls.direction,
        options: [
          { value: null, text: p.calls.everyDirection },
          ...Object.entries(p.calls.directions).map(([value, text]) => ({ value, text })),
        ],
      },
      { name: 'from', kind: 'date', label: p.calls.since },
      { name: 'to', kind: 'date', label: p.calls.until },
      // The others see no calls but their own.
      ...(role === 'owner' ? [{ name: 'mine', kind: 'check' as const, label: p.calls.mine }] : []),
    ],
    empty: { icon: <PhoneCall />, title: p.calls.none, hint: !isMissing('sip') && p.calls.noneHint },
    noMatch: () => ({
      icon: <PhoneCall />,
      title: p.calls.nothingFound,
      hint: p.calls.nothingFoundHint,
    }),
    columns: [
      { heading: p.calls.from, cell: ({ from }) => <Party {...from} /> },
      { heading: p.calls.to, cell: (call) => <Called call={call} /> },
      { heading: p.calls.time, cell: ({ started_at: at }) => <DateTime at={at} /> },
      {
        heading: p.calls.duration,
        labelled: true,
        cell: ({ answered_at: answered, duration }) => (answered === null ? '–' : clockTime(duration)),
      },
      {
        heading: p.calls.result,
        cell: ({ result }) => <Badge look={looks[result] ?? 'plain'}>{p.calls.results[result]}</Badge>,
      },
      { heading: p.calls.encryption, labelled: true, cell: (call) => encryptionText(call) },
      {
        heading: p.calls.recording,
        wide: true,
        cell: (call, open) =>
          (call.recording_state && (
            <Badge look={call.recording_state === 'recording' ? 'danger' : 'plain'}>
              {p.calls.states[call.recording_state]}
            </Badge>
          )) ||
          (call.recording && (
            <CallRecording call={call} seconds={call.recording.duration} onDelete={() => open('delete')} />
          )),
      },
    ],
    actions: (call, open) => {
      const isStranger = call.direction === 'inbound' && call.from.number.startsWith('+')
      const block = {
        label: p.calls.block(showNumber(call.from.number)),
        icon: <PhoneOff />,
        onChoose: () => open('block'),
      }
      const isOn = call.recording_state === 'recording'
      const record = {
        label: isOn ? p.calls.pause(callerOf(call)) : p.calls.resume(callerOf(call)),
        icon: isOn ? <Pause /> : <Circle />,
        onChoose: () =>
          client.call(
            'PUT /cdrs/{call_id}/recording-state',
            { call_id: call.id },
            { recording_state: isOn ? 'paused' : 'recording' },
          ),
      }
      const park = {
        label: p.calls.park(callerOf(call)),
        icon: <CircleParking />,
        onChoose: () => client.call('POST /cdrs/{call_id}/park', { call_id: call.id }, {}),
      }
      const talks = call.result === 'in_progress' && call.answered_at !== null
      return [
        [
          ...(call.recording_state && call.recording_state !== 'ended' ? [record] : []),
          ...(talks ? [park] : []),
          ...reach(call.other),
          ...(isStranger ? [block] : []),
        ],
      ]
    },
    dialogs: {
      block: ({ item: { from }, onClose }) => (
        <ConfirmDialog
          title={p.calls.blockTitle(showNumber(from.number))}
          confirm={p.calls.blockConfirm}
          onClose={onClose}
          onConfirm={async () => {
            await client.call('POST /blocked-numbers', {}, { number: from.number })
            showToast(p.calls.blocked(showNumber(from.number)))
          }}
        >
          {p.calls.blockText}
        </ConfirmDialog>
      ),
    },
    remove: {
      title: () => p.calls.removeTitle,
      text: (call) => p.calls.removeText(callerOf(call)),
      run: ({ id }) => client.call('DELETE /cdrs/{call_id}/recording', { call_id: id }),
    },
  }
  return <ResourceList resource={resource} />
}

const callerOf = ({ from }: Call) => from.name || showNumber(from.number)

/** Whether the sound was encrypted for all who talked. */
function encryptionText({ from, called }: Call): string {
  const known = [from, ...called].filter(({ encryption }) => encryption !== null)
  const encrypted = known.filter(({ encryption }) => encryption === 'srtp')
  const [first] = encrypted
  if (known.length === 0) return '–'
  if (!first) return p.calls.encryptions.none
  if (encrypted.length === known.length) return p.calls.encryptions.srtp
  return p.calls.encryptedFor(encrypted.map(({ name, number }) => name || showNumber(number)).join(', '))
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

interface CallRecordingProps {
  call: Call
  seconds: number
  onDelete: () => void
}

/** Plays the recording of a call, and deletes it. The server lists it only for people who may do both. */
function CallRecording({ call, seconds, onDelete }: CallRecordingProps) {
  const caller = callerOf(call)
  return (
    <div className={styles.recording}>
      <SoundPlayer
        path={`/cdrs/${encodeURIComponent(call.id)}/recording`}
        seconds={seconds}
        play={p.calls.play(caller)}
        label={p.calls.player(caller)}
      />
      <IconButton label={p.calls.remove(caller)} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </div>
  )
}

/** Days are local, from midnight to midnight. */
function queryOf(values: FilterValues, userId: string): TelephonyInput<'GET /cdrs'> {
  const { number = '', result, direction, mine, from, to } = values
  return {
    ...(mine && { user: userId }),
    ...(direction && { direction: direction as Call['direction'] }),
    ...(number.trim() && { number: number.trim() }),
    ...(result && { result: result as NonNullable<TelephonyInput<'GET /cdrs'>['result']> }),
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  }
}
