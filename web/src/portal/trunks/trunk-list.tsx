import type { NewTrunk, Trunk, TrunkPatch } from '@switchboard/client/telephony'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Card, FieldGrid } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { DraftCheck, DraftNumber, DraftSelect, DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { useTrunks } from './use-trunk-queries.ts'

const fresh = { kind: 'registration', transport: 'udp', enabled: true, order: 0 }

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

interface TrunkDialogProps {
  /** None: a new one. */
  trunk?: Trunk
  onClose: () => void
  onSaved: () => void
}

function TrunkDialog({ trunk, onClose, onSaved }: TrunkDialogProps) {
  const { client } = usePortal()
  const id = useId()
  const stored = trunk ? { ...trunk, addresses: trunk.addresses.join(', ') } : fresh
  const draft = useDraft({
    stored,
    async save(patch) {
      const { addresses, ...rest } = patch
      const body = {
        ...rest,
        ...(typeof addresses === 'string' && {
          addresses: addresses.split(/[\s,;]+/).filter((address) => address !== ''),
        }),
      }
      if (trunk) await client.call('PATCH /trunks/{trunk_id}', { trunk_id: trunk.id }, body as TrunkPatch)
      else await client.call('POST /trunks', {}, { ...fresh, name: '', host: '', ...body } as NewTrunk)
      showToast(t.ui.saved)
      onSaved()
      onClose()
    },
  })
  const registers = draft.value('/kind') === 'registration'
  return (
    <Dialog
      title={trunk ? p.trunks.editTitle(trunk.name) : p.trunks.create}
      onClose={onClose}
      actions={
        <FormActions
          form={id}
          submit={trunk ? t.ui.save : t.ui.create}
          busy={draft.busy}
          disabled={trunk !== undefined && !draft.changed}
          onCancel={onClose}
        />
      }
    >
      <DraftForm draft={draft} id={id}>
        <DraftText at="/name" label={p.trunks.name} required />
        <DraftSelect at="/kind" label={p.trunks.kind} hint={p.trunks.kindHint}>
          <option value="registration">{p.trunks.kinds.registration}</option>
          <option value="ip">{p.trunks.kinds.ip}</option>
        </DraftSelect>
        <FieldGrid>
          <DraftText at="/host" label={p.trunks.host} required />
          <DraftNumber at="/port" label={p.trunks.port} />
          <DraftSelect at="/transport" label={p.trunks.transport}>
            {['udp', 'tcp', 'tls'].map((transport) => (
              <option key={transport} value={transport}>
                {transport.toUpperCase()}
              </option>
            ))}
          </DraftSelect>
          <DraftText at="/username" label={p.trunks.username} />
          <DraftText
            at="/password"
            label={p.trunks.password}
            hint={trunk?.has_password ? p.trunks.passwordKept : p.trunks.passwordHint}
          />
          {!registers && (
            <DraftText at="/addresses" label={p.trunks.addresses} hint={p.trunks.addressesHint} />
          )}
          <DraftText at="/callerid" label={p.trunks.callerId} hint={p.trunks.callerIdHint} />
          <DraftText at="/from_user" label={p.trunks.fromUser} hint={p.trunks.fromUserHint} />
          <DraftText at="/codecs" label={p.trunks.codecs} hint={p.trunks.codecsHint} />
          <DraftNumber at="/order" label={p.trunks.order} hint={p.trunks.orderHint} />
          <DraftNumber at="/max_calls" label={p.company.calling.maxCalls} hint={p.company.calling.noLimit} />
          <DraftNumber
            at="/max_minutes"
            label={p.company.calling.maxMinutes}
            hint={p.company.calling.noLimit}
          />
        </FieldGrid>
        <DraftCheck at="/enabled" label={p.trunks.enabled} />
      </DraftForm>
    </Dialog>
  )
}
