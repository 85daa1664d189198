import type { Did, DidPatch, NewDid } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { DraftSelect, DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { EmergencyNotice } from './emergency-notice.tsx'
import { TrunkList } from './trunk-list.tsx'
import { useDids } from './use-trunk-queries.ts'

/** How the company calls outside and is called: trunks, numbers and emergency calls. */
export function TrunksPage(_: { path: readonly string[] }) {
  return (
    <SectionPage title={p.trunks.title} intro={p.trunks.intro}>
      <EmergencyNotice />
      <TrunkList />
      <DidList />
    </SectionPage>
  )
}

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; did: Did }

/** The numbers that can be called from outside, and where their calls go. */
function DidList() {
  const { client } = usePortal()
  const dids = useDids()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  async function remove({ id }: Did) {
    await client.call('DELETE /dids/{did_id}', { did_id: id })
    void dids.refetch()
  }
  const destinationOf = ({ destination: { kind, number } }: Did) => (kind === 'fax' ? p.trunks.toFax : number)
  return (
    <Card
      title={p.trunks.numbers}
      actions={
        <Button icon={<Plus />} onClick={() => setOpen({ kind: 'create' })}>
          {p.trunks.addNumber}
        </Button>
      }
    >
      {dids.error !== null && <ErrorState error={dids.error} onRetry={dids.refetch} />}
      {dids.isFetching && !dids.data && <LoadingState />}
      {dids.data?.length === 0 && (
        <EmptyState title={p.trunks.noNumbers}>{p.trunks.noNumbersHint}</EmptyState>
      )}
      {dids.data && dids.data.length > 0 && (
        <Table
          label={p.trunks.numbers}
          headings={[p.trunks.number, p.trunks.numberName, p.trunks.destination, '']}
        >
          {dids.data.map((did) => (
            <tr key={did.id}>
              <td>{showNumber(did.number)}</td>
              <td>{did.name}</td>
              <td data-label={p.trunks.destination}>{destinationOf(did)}</td>
              <td>
                <IconButton
                  label={`${t.ui.edit}: ${showNumber(did.number)}`}
                  onClick={() => setOpen({ kind: 'edit', did })}
                >
                  <Pencil />
                </IconButton>
                <IconButton
                  label={`${t.ui.delete}: ${showNumber(did.number)}`}
                  onClick={() => setOpen({ kind: 'delete', did })}
                >
                  <Trash2 />
                </IconButton>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {open?.kind === 'create' && <DidDialog onClose={close} onSaved={dids.refetch} />}
      {open?.kind === 'edit' && <DidDialog did={open.did} onClose={close} onSaved={dids.refetch} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={p.trunks.deleteTitle(showNumber(open.did.number))}
          confirm={t.ui.delete}
          onConfirm={() => remove(open.did)}
          onClose={close}
        >
          {p.trunks.deleteNumberText}
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface DidDialogProps {
  /** None: a new one. */
  did?: Did
  onClose: () => void
  onSaved: () => void
}

function DidDialog({ did, onClose, onSaved }: DidDialogProps) {
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
