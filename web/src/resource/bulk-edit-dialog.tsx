import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { SelectField } from '../ui/field.tsx'
import { FieldGrid } from '../ui/section-page.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { patchOf } from './patch-of.ts'

export interface BulkField {
  /** Where in the object: `/data/voicemail_enable`. */
  pointer: string
  label: string
  options: readonly { value: unknown; text: string }[]
}

interface BulkEditDialogProps<Item> {
  title: string
  fields: readonly BulkField[]
  items: readonly Item[]
  nameOf: (item: Item) => string
  save: (item: Item, patch: Record<string, unknown>) => Promise<unknown>
  onDone: (failed: readonly Item[]) => void
  onClose: () => void
}

/** Sets the same values in all selected objects. Fields that are not chosen stay as they are. */
export function BulkEditDialog<Item>({ fields, save, ...rest }: BulkEditDialogProps<Item>) {
  /** The index of the chosen option, by pointer. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const changes = Object.fromEntries(
    fields.flatMap(({ pointer, options }) => {
      const option = options[Number(chosen[pointer] || -1)]
      return option ? [[pointer, option.value]] : []
    }),
  )
  return (
    <BulkDialog
      {...rest}
      confirm={t.resource.bulk.apply}
      look="primary"
      disabled={Object.keys(changes).length === 0}
      work={(item) => save(item, patchOf(changes))}
    >
      <p>{t.resource.bulk.editText}</p>
      <FieldGrid>
        {fields.map(({ pointer, label, options }) => (
          <SelectField
            key={pointer}
            label={label}
            value={chosen[pointer] ?? ''}
            onChange={(event) => setChosen({ ...chosen, [pointer]: event.target.value })}
          >
            <option value="">{t.resource.bulk.unchanged}</option>
            {options.map(({ text }, index) => (
              <option key={text} value={index}>
                {text}
              </option>
            ))}
          </SelectField>
        ))}
      </FieldGrid>
    </BulkDialog>
  )
}
