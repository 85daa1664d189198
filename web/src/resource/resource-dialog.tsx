import { useId, useState } from 'react'
import { t } from '../texts/texts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { showToast } from '../ui/toast.tsx'
import { DraftFields } from './draft-fields.tsx'
import { DraftForm } from './draft-form.tsx'
import type { ResourceForm } from './resource.ts'
import { useDraft } from './use-draft.ts'

interface ResourceDialogProps<Item> {
  form: ResourceForm<Item>
  /** undefined: a new one */
  item: Item | undefined
  onClose: () => void
  onSaved: (saved: unknown) => void
}

/** Creates or changes a thing. Faults appear at their fields, and closing it by accident loses nothing. */
export function ResourceDialog<Item extends object>(props: ResourceDialogProps<Item>) {
  const { form, item, onClose, onSaved } = props
  const { fresh = {}, storedOf = (one: Item) => one, saved = () => t.ui.saved } = form
  const id = useId()
  const [asking, setAsking] = useState(false)
  const draft = useDraft({
    stored: item ? storedOf(item) : fresh,
    async save(patch) {
      const result = await form.save(item ? patch : { ...fresh, ...patch }, item)
      if (saved) showToast(saved(result))
      onSaved(result)
    },
  })
  const fields = typeof form.fields === 'function' ? form.fields(draft, item) : form.fields
  return (
    <Dialog
      title={form.title(item)}
      size={form.size ?? 'medium'}
      onClose={(isAccident) => (isAccident && draft.changed ? setAsking(true) : onClose())}
      actions={
        <FormActions
          form={id}
          submit={form.submit ?? (item ? t.ui.save : t.ui.create)}
          busy={draft.busy}
          disabled={(item !== undefined && !draft.changed) || form.isReady?.(draft) === false}
          onCancel={onClose}
        />
      }
    >
      {form.intro?.(item)}
      <DraftForm draft={draft} id={id}>
        <DraftFields fields={fields} />
      </DraftForm>
      {asking && (
        <ConfirmDialog
          title={t.resource.form.leaveTitle}
          confirm={t.resource.form.discard}
          onConfirm={async () => onClose()}
          onClose={() => setAsking(false)}
        >
          {t.resource.closeText}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
