import { useId } from 'react'
import type {
  ApiKey,
  ApiKeyInput,
  ApiKeyPatch,
  FreshApiKey,
} from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { ScopeFields } from './scope-fields.tsx'

type ApiKeyDialogProps = { onClose: () => void } & (
  | { apiKey: ApiKey; onChanged: () => void }
  | { apiKey?: never; onCreated: (key: FreshApiKey) => void }
)

/** Creates a key, or changes the name and scopes of an existing one. */
export function ApiKeyDialog(props: ApiKeyDialogProps) {
  const { client } = usePortal()
  const id = useId()
  const { apiKey, onClose } = props
  const draft = useDraft({
    stored: apiKey ?? {},
    async save(patch) {
      if (props.apiKey) {
        await client.call('PATCH /api-keys/{key_id}', { key_id: props.apiKey.id }, patch as ApiKeyPatch)
        showToast(t.ui.saved)
        props.onChanged()
        onClose()
      } else {
        props.onCreated(await client.call('POST /api-keys', {}, newKey(patch)))
      }
    },
  })
  return (
    <Dialog
      title={apiKey ? p.keys.editTitle(apiKey.name) : p.keys.create}
      onClose={onClose}
      actions={
        <FormActions
          form={id}
          submit={apiKey ? t.ui.save : t.ui.create}
          busy={draft.busy}
          disabled={apiKey !== undefined && !draft.changed}
          onCancel={onClose}
        />
      }
    >
      <DraftForm draft={draft} id={id}>
        <DraftText at="/name" label={p.keys.name} hint={p.keys.nameHint} required />
        <ScopeFields />
        {!apiKey && <DraftText at="/expires_at" label={p.keys.endOn} hint={p.keys.endHint} type="date" />}
      </DraftForm>
    </Dialog>
  )
}

/** A key is valid until the end of its last day, in local time. */
function newKey({ expires_at: end, ...rest }: Record<string, unknown>): ApiKeyInput {
  const input = { name: '', scopes: [], ...rest }
  return typeof end === 'string' ? { ...input, expires_at: new Date(`${end}T23:59:59`).toISOString() } : input
}
