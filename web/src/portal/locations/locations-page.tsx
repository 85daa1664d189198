import { useQuery } from '@tanstack/react-query'
import { MapPin, MapPinPlus } from 'lucide-react'
import { useState } from 'react'
import type { Location } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { LocationCard } from './location-card.tsx'
import { LocationDialog } from './location-dialog.tsx'

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; location: Location }

/** The locations of the company. Each has a PBX instance of its own. */
export function LocationsPage(_: { path: readonly string[] }) {
  const { client, mayManage } = usePortal()
  const locations = useQuery({
    queryKey: portalKeys.locations,
    queryFn: ({ signal }) => client.call('GET /company/locations', {}, undefined, { signal }),
  })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  async function remove({ id, name }: Location) {
    await client.call('DELETE /company/locations/{location_id}', { location_id: id })
    showToast(p.locations.deleted(name))
    void locations.refetch()
  }
  return (
    <SectionPage
      title={p.locations.title}
      intro={p.locations.intro}
      actions={
        mayManage && (
          <Button look="primary" icon={<MapPinPlus />} onClick={() => setOpen({ kind: 'create' })}>
            {p.locations.create}
          </Button>
        )
      }
    >
      {locations.error !== null && <ErrorState error={locations.error} onRetry={locations.refetch} />}
      {locations.isFetching && !locations.data && <LoadingState />}
      {locations.data?.length === 0 && (
        <EmptyState icon={<MapPin />} title={p.locations.none}>
          {p.locations.noneHint}
        </EmptyState>
      )}
      {locations.data?.map((location) => (
        <LocationCard
          key={location.id}
          location={location}
          onEdit={() => setOpen({ kind: 'edit', location })}
          onDelete={() => setOpen({ kind: 'delete', location })}
        />
      ))}
      {open?.kind === 'create' && <LocationDialog onClose={close} onSaved={locations.refetch} />}
      {open?.kind === 'edit' && (
        <LocationDialog location={open.location} onClose={close} onSaved={locations.refetch} />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={p.locations.deleteTitle(open.location.name)}
          confirm={t.ui.delete}
          onConfirm={() => remove(open.location)}
          onClose={close}
        >
          {p.locations.deleteText}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}
