import type { Call } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { clockTime } from '../../ui/clock-time.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { Table } from '../../ui/table.tsx'
import { CallRecording } from './call-recording.tsx'
import styles from './calls.module.css'

const looks: Partial<Record<Call['result'], 'accent' | 'success' | 'danger'>> = {
  in_progress: 'accent',
  answered: 'success',
  failed: 'danger',
}

export function CallTable({ calls }: { calls: readonly Call[] }) {
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
