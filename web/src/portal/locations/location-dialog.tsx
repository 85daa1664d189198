import { useId } from 'react'
import type {
  Location,
  LocationPatch,
  NewLocation,
} from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AddressFields } from '../forms/address-fields.tsx'
import { DraftNumber, DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'

interface LocationDialogProps {
  /** None: a new one. */
  location?: Location
  onClose: () => void
  onSaved: () => void
}

export function LocationDialog({ location, onClose, onSaved }: LocationDialogProps) {
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
