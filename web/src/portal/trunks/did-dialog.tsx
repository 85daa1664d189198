import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Did, DidPatch, NewDid } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DraftSelect, DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

interface DidDialogProps {
  /** None: a new one. */
  did?: Did
  onClose: () => void
  onSaved: () => void
}

export function DidDialog({ did, onClose, onSaved }: DidDialogProps) {
  const { client } = usePortal()
  const id = useId()
  const locations = useQuery({
    queryKey: portalKeys.locations,
    queryFn: ({ signal }) => client.call('GET /company/locations', {}, undefined, { signal }),
  })
  const first = locations.data?.[0]?.pbx_id
  const destination = did?.destination ?? { kind: 'internal', pbx: null, number: '' }
  const stored = { ...did, destination: { ...destination, pbx: destination.pbx ?? first ?? '' } }
  const draft = useDraft({
    stored,
    async save({ destination: changed, ...rest }) {
      const wanted = { ...stored.destination, ...(changed as object | undefined) }
      const body = { ...rest, destination: wanted.kind === 'fax' ? { kind: 'fax' } : wanted }
      if (did) await client.call('PATCH /dids/{did_id}', { did_id: did.id }, body as DidPatch)
      else await client.call('POST /dids', {}, { number: '', ...body } as NewDid)
      showToast(t.ui.saved)
      onSaved()
      onClose()
    },
  })
  const isFax = draft.value('/destination/kind') === 'fax'
  return (
    <Dialog
      title={did ? p.trunks.editTitle(did.number) : p.trunks.addNumber}
      size="small"
      onClose={onClose}
      actions={
        <FormActions
          form={id}
          submit={did ? t.ui.save : t.ui.create}
          busy={draft.busy}
          disabled={did !== undefined && !draft.changed}
          onCancel={onClose}
        />
      }
    >
      <DraftForm draft={draft} id={id}>
        <DraftText at="/number" label={p.trunks.number} type="tel" required />
        <DraftText at="/name" label={p.trunks.numberName} />
        <DraftSelect at="/destination/kind" label={p.trunks.destination}>
          <option value="internal">{p.trunks.toInternal}</option>
          <option value="fax">{p.trunks.toFax}</option>
        </DraftSelect>
        {!isFax && (
          <>
            <DraftSelect at="/destination/pbx" label={p.trunks.location}>
              {locations.data?.map(({ pbx_id: pbx, name }) => (
                <option key={pbx} value={pbx}>
                  {name}
                </option>
              ))}
            </DraftSelect>
            <DraftText at="/destination/number" label={p.trunks.internalNumber} required />
          </>
        )}
      </DraftForm>
    </Dialog>
  )
}
