import type { Emergency } from '@switchboard/client/telephony'
import { p } from '../../texts/portal-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState } from '../../ui/view-states.tsx'
import { linkTo } from '../shell/portal-path.ts'
import { useEmergency } from './use-trunk-queries.ts'

/** Warns until emergency calls are configured. */
export function EmergencyNotice() {
  const { data, error, refetch } = useEmergency()
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  if (data.is_ready) return <Notice look="success">{p.trunks.emergencyReady}</Notice>
  return (
    <Notice look="warning">
      <p>{p.trunks.emergencyMissing}</p>
      <ul>
        {data.missing.map((gap) => (
          <li key={`${gap.what} ${gap.location_id}`}>
            {gap.location_id === null ? gapText(gap) : <a {...linkTo('locations')}>{gapText(gap)}</a>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

export const gapText = ({ what, location_name: name }: Emergency['missing'][number]) =>
  p.trunks.gaps[what](name ?? '')
