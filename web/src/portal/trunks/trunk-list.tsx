import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Trunk } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Card } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { TrunkDialog } from './trunk-dialog.tsx'
import { useTrunks } from './use-trunk-queries.ts'

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; trunk: Trunk }

const looks: Partial<Record<Trunk['state'], 'success' | 'danger'>> = {
  registered: 'success',
  reachable: 'success',
  rejected: 'danger',
  unregistered: 'danger',
  unreachable: 'danger',
}

export function TrunkList() {
  const { client, role } = usePortal()
  /** All calls go through trunks, so administrators see them and only the owner changes them. */
  const mayChange = role === 'owner'
  const trunks = useTrunks()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  async function remove({ id, name }: Trunk) {
    await client.call('DELETE /trunks/{trunk_id}', { trunk_id: id })
    showToast(p.trunks.deleted(name))
    void trunks.refetch()
  }
  return (
    <Card
      title={p.trunks.trunks}
      actions={
        mayChange && (
          <Button icon={<Plus />} onClick={() => setOpen({ kind: 'create' })}>
            {p.trunks.create}
          </Button>
        )
      }
    >
      {trunks.error !== null && <ErrorState error={trunks.error} onRetry={trunks.refetch} />}
      {trunks.isFetching && !trunks.data && <LoadingState />}
      {trunks.data?.length === 0 && <EmptyState title={p.trunks.none}>{p.trunks.noneHint}</EmptyState>}
      {trunks.data && trunks.data.length > 0 && (
        <Table label={p.trunks.trunks} headings={[p.trunks.name, p.trunks.provider, p.trunks.state, '']}>
          {trunks.data.map((trunk) => (
            <tr key={trunk.id}>
              <td>{trunk.name}</td>
              <td>{`${trunk.host}:${trunk.port}`}</td>
              <td>
                <Badge look={looks[trunk.state] ?? 'plain'}>{p.trunks.states[trunk.state]}</Badge>
              </td>
              <td>
                {mayChange && (
                  <>
                    <IconButton
                      label={`${t.ui.edit}: ${trunk.name}`}
                      onClick={() => setOpen({ kind: 'edit', trunk })}
                    >
                      <Pencil />
                    </IconButton>
                    <IconButton
                      label={`${t.ui.delete}: ${trunk.name}`}
                      onClick={() => setOpen({ kind: 'delete', trunk })}
                    >
                      <Trash2 />
                    </IconButton>
                  </>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {open?.kind === 'create' && <TrunkDialog onClose={close} onSaved={trunks.refetch} />}
      {open?.kind === 'edit' && <TrunkDialog trunk={open.trunk} onClose={close} onSaved={trunks.refetch} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={p.trunks.deleteTitle(open.trunk.name)}
          confirm={t.ui.delete}
          onConfirm={() => remove(open.trunk)}
          onClose={close}
        >
          {p.trunks.deleteText}
        </ConfirmDialog>
      )}
    </Card>
  )
}
