import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Did } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Card } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { Table } from '../../ui/table.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { DidDialog } from './did-dialog.tsx'
import { useDids } from './use-trunk-queries.ts'

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; did: Did }

/** The numbers that can be called from outside, and where their calls go. */
export function DidList() {
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
