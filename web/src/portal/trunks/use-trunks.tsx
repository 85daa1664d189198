import type { Emergency } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { p } from '../../texts/portal-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'

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

export function useTrunks() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.trunks.list,
    queryFn: ({ signal }) => client.call('GET /trunks', {}, undefined, { signal }),
  })
}

/** What emergency calls still lack. */
export function useEmergency(enabled = true) {
  const { client } = usePortal()
  return useQuery({
    enabled,
    queryKey: portalKeys.trunks.emergency,
    queryFn: ({ signal }) => client.call('GET /company/emergency', {}, undefined, { signal }),
  })
}
