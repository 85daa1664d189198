import { useId, useState } from 'react'
import { t } from '../texts/texts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { showToast } from '../ui/toast.tsx'
import { DraftFields } from './draft-fields.tsx'
import { DraftForm } from './draft-form.tsx'
import type { Patch } from './pointers.ts'
import type { FormCreates, ResourceForm } from './resource.ts'
import { useDraft } from './use-draft.ts'

interface ResourceDialogProps<Item, Input extends object> {
  form: ResourceForm<Item, Input>
  /** undefined: a new one */
  item: Item | undefined
  onClose: () => void
  /** `next`: the dialog that follows. */
  onSaved: (next: { dialog: string; item: Item } | undefined) => void
}

/** Creates or changes a thing, as its form says. */
export function ResourceDialog<Item, Input extends object>(props: ResourceDialogProps<Item, Input>) {
  const { form, item, onSaved } = props
  const { create, change, saved = () => t.ui.saved } = form
  const notify = (input: Input) => saved && showToast(saved(input))
  if (item !== undefined && change)
    return (
      <DraftDialog
        {...props}
        stored={change.storedOf(item)}
        save={async (patch, input) => {
          await change.save(item, patch, input)
          notify(input)
          onSaved(undefined)
        }}
      />
    )
  if (item === undefined && create)
    return (
      <DraftDialog
        {...props}
        stored={create.fresh}
        save={async (_, input) => {
          const created = await createBy(create, input)
          notify(input)
          onSaved(created)
        }}
      />
    )
  return null
}

async function createBy<Item, Input>(create: FormCreates<Item, Input>, input: Input) {
  if (create.next !== undefined) return { dialog: create.next, item: await create.save(input) }
  await create.save(input)
  return undefined
}

interface DraftDialogProps<Item, Input extends object> extends ResourceDialogProps<Item, Input> {
  stored: Input
  save: (patch: Patch<Input>, input: Input) => Promise<void>
}

/** Faults appear at their fields, and closing it by accident loses nothing. */
function DraftDialog<Item, Input extends object>(props: DraftDialogProps<Item, Input>) {
  const { form, item, stored, save, onClose } = props
  const id = useId()
  const [asking, setAsking] = useState(false)
  const draft = useDraft({ stored, save })
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
        <DraftFields draft={draft} fields={fields} />
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
