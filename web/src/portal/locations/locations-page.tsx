import type { Location, LocationPatch, NewLocation } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { MapPin, MapPinPlus, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Card, FieldGrid, SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { AddressFields } from '../forms/address-fields.tsx'
import { addressLine } from '../forms/address-line.ts'
import { DraftNumber, DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import styles from './locations.module.css'

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

interface LocationCardProps {
  location: Location
  onEdit: () => void
  onDelete: () => void
}

function LocationCard({ location, onEdit, onDelete }: LocationCardProps) {
  const { mayManage } = usePortal()
  const { name, email, phone, fax, callerid, building, latitude, longitude } = location
  const named: [label: string, value: string][] = [
    [p.locations.phone, phone],
    [p.locations.email, email],
    [p.locations.fax, fax],
    [p.locations.callerId, callerid],
    [p.locations.building, [building.type, building.value].filter(Boolean).join(' ')],
    [p.locations.position, latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`],
  ]
  const facts = named.filter(([, value]) => value !== '')
  return (
    <Card
      title={name}
      actions={
        <span className={styles.row}>
          <Badge look={location.e911_provisioned ? 'success' : 'plain'}>
            {location.e911_provisioned ? p.locations.e911 : p.locations.noE911}
          </Badge>
          {mayManage && (
            <>
              <IconButton label={`${t.ui.edit}: ${name}`} onClick={onEdit}>
                <Pencil />
              </IconButton>
              <IconButton label={`${t.ui.delete}: ${name}`} onClick={onDelete}>
                <Trash2 />
              </IconButton>
            </>
          )}
        </span>
      }
    >
      <p className={styles.address}>{addressLine(location) || p.locations.noAddress}</p>
      {facts.length > 0 && (
        <FactList>
          {facts.map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </FactList>
      )}
      <p className={styles.row}>
        <a {...linkTo('instances', location.pbx_id)}>{p.locations.toInstance}</a>
        <a {...linkTo('extensions', location.pbx_id)}>{p.locations.toExtensions}</a>
      </p>
    </Card>
  )
}

interface LocationDialogProps {
  /** None: a new one. */
  location?: Location
  onClose: () => void
  onSaved: () => void
}

function LocationDialog({ location, onClose, onSaved }: LocationDialogProps) {
  const { client } = usePortal()
  const id = useId()
  const draft = useDraft({
    stored: location ?? {},
    async save(patch) {
      if (location)
        await client.call(
          'PATCH /company/locations/{location_id}',
          { location_id: location.id },
          patch as LocationPatch,
        )
      else await client.call('POST /company/locations', {}, { name: '', ...patch } as NewLocation)
      showToast(t.ui.saved)
      onSaved()
      onClose()
    },
  })
  return (
    <Dialog
      title={location ? p.locations.editTitle(location.name) : p.locations.create}
      onClose={onClose}
      actions={
        <FormActions
          form={id}
          submit={location ? t.ui.save : t.ui.create}
          busy={draft.busy}
          disabled={location !== undefined && !draft.changed}
          onCancel={onClose}
        />
      }
    >
      {!location && <p>{p.locations.createText}</p>}
      <DraftForm draft={draft} id={id}>
        <DraftText at="/name" label={p.locations.name} required />
        <h3>{p.locations.address}</h3>
        <AddressFields at="" />
        <FieldGrid>
          <DraftText at="/building/type" label={p.locations.buildingType} hint={p.locations.buildingHint} />
          <DraftText at="/building/value" label={p.locations.buildingValue} />
          <DraftNumber at="/latitude" label={p.locations.latitude} decimal />
          <DraftNumber at="/longitude" label={p.locations.longitude} decimal />
        </FieldGrid>
        <h3>{p.locations.reach}</h3>
        <FieldGrid>
          <DraftText at="/phone" label={p.locations.phone} type="tel" />
          <DraftText at="/fax" label={p.locations.fax} type="tel" />
          <DraftText at="/email" label={p.locations.email} type="email" />
          <DraftText at="/callerid" label={p.locations.callerId} hint={p.locations.callerIdHint} />
        </FieldGrid>
      </DraftForm>
    </Dialog>
  )
}
