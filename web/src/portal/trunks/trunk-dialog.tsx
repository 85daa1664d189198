import { useId } from 'react'
import type { NewTrunk, Trunk, TrunkPatch } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DraftCheck, DraftNumber, DraftSelect, DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'

interface TrunkDialogProps {
  /** None: a new one. */
  trunk?: Trunk
  onClose: () => void
  onSaved: () => void
}

const fresh = { kind: 'registration', transport: 'udp', enabled: true, order: 0 }

export function TrunkDialog({ trunk, onClose, onSaved }: TrunkDialogProps) {
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
